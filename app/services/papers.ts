/** A printed paper of one page, such as a receipt: the page and its PDF are drawn from it. */
export type Paper = {
  seller: { name: string; lines: string[] }
  /** Such as "Receipt LR-2026-00482". */
  title: string
  date: string
  /** `isGood`: it says that all is paid. */
  stamp: { text: string; isGood: boolean }
  facts: { term: string; lines: string[] }[]
  /** Amounts; a total is set apart from the rows before it. */
  rows: { text: string; note?: string; amount: string; isTotal?: true }[]
  notes: string[]
}

/** Draws a paper as a PDF of A4 pages, whose text can be selected. Characters that no font has are left out. */
export type DrawPaper = (paper: Paper) => Promise<Uint8Array>
