import { LAMP } from './lamp.ts'

const shapes = {
  lamp: LAMP,
  menu: 'M4 7h16M4 12h16M4 17h10',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  books: 'M5 4h4v16H5zM9 4h4v16H9zM14 5l4-1 3 15-4 1z',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  course: 'M2 9l10-5 10 5-10 5zM6 11.5v5c3.5 3 8.5 3 12 0v-5',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M16 16l5 5',
  paper: 'M4 4h12v16H4zM16 9h4v9a2 2 0 0 1-4 0M7 8h6M7 12h6M7 16h3',
  approved: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8 12.5l3 3 5-6',
  open: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
  pending: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3 2',
  rejected: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9 9l6 6M15 9l-6 6',
  warning: 'M12 3l10 18H2zM12 10v5M12 18v.1',
  people: 'M5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M2 20c0-8 13-8 13 0M15 5a3 3 0 1 1 1 6M17.5 14.5c3 .5 4.5 2.5 4.5 5.5',
  mail: 'M3 5h18v14H3zM3 6l9 7 9-7',
  sliders: 'M4 7h9M17 7h3M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 17h3M11 17h9M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  bars: 'M3 20h18M7 20v-7M12 20V5M17 20v-11',
  money: 'M7 20V4l10 16V4M4 10h16M4 14h16',
  outside: 'M13 4h7v7M20 4L10 14M18 14v6H4V6h6',
} as const

export type IconName = keyof typeof shapes

/** An icon beside a word, never instead of one. The lamp, which every cover has, is drawn once per page (LampSprite). */
export function Icon({ name }: { name: IconName }) {
  return name === 'lamp' ? (
    <svg aria-hidden="true">
      <use href="#lamp" />
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** The lamp that Icon refers to. */
export function LampSprite() {
  return (
    <svg className="sprite" aria-hidden="true">
      <symbol id="lamp" viewBox="0 0 24 24">
        <path d={shapes.lamp} />
      </symbol>
    </svg>
  )
}
