/** Whole searches that a browser suggests below a field whose `list` is `id`. */
export function Suggestions({ id, searches }: { id: string; searches: readonly string[] }) {
  return (
    <datalist id={id}>
      {searches.map((search) => (
        <option key={search}>{search}</option>
      ))}
    </datalist>
  )
}
