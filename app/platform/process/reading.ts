/** What a program can tell of a work's file. What it could not find is null. */
export type FileFacts = {
  pages: number | null
  words: number | null
  /** In their order, at most sixty. */
  headings: string[]
  /** The first chapter as Markdown; where no chapter begins, how the text begins. */
  firstChapter: string | null
  /** What it tells of the whole work, by the names of the columns of a material; null when no text could be read. */
  wholeWork: {
    abstract: string | null
    open_part: 'first_chapter' | 'introduction'
    whole_contents: string[] | null
    instrument_included: true | null
    reference_count: number | null
    newest_reference_year: number | null
  } | null
  /** What a person should know before trusting the rest; null when all went well. */
  note: string | null
}

/** Reads a file on this machine, whatever somebody made of it, within bounds of time and memory. `ending` is that of its name. Never rejects. */
export type ReadWork = (path: string, ending: string) => Promise<FileFacts>
