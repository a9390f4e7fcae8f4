declare module '*.island.ts?inline' {
  const script: string
  export default script
}
