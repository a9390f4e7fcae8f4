const shapes = {
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  back: 'M4 9a8.5 8.5 0 1 1-.5 5M4 4v5h5',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
} as const

export type ShopIconName = keyof typeof shapes

/** An icon of the pages on which works are sold. They are not hydrated, so these do not burden the pages that are. */
export function ShopIcon({ name }: { name: ShopIconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
