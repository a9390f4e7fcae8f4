import { Link } from 'react-router'

type Props = {
  /** The title of the material that is shown; null if it has none. */
  title: string | null
  /** The address of the same statistics of all materials. */
  allMaterials: string
}

/** Says that the statistics are of one material, and leads to those of all. */
export function MaterialChip({ title, allMaterials }: Props) {
  return (
    <p>
      <Link className="chip material-chip" to={allMaterials} preventScrollReset>
        <span>
          Only: {title ?? 'an unknown material'}
          <span className="sr">, show all materials</span>
        </span>
        <span aria-hidden="true">×</span>
      </Link>
    </p>
  )
}
