/** A search without a full match, and the addresses of its partial matches. */
export type Missed = { words: string; kind: 'material' | 'topic'; near: readonly string[] }

/** Counts searches without a full match, for the admin console; visitors are not recorded. */
export type MissedSearches = {
  note(missed: Missed, address: string): void
  /**
   * Records that a visitor at `address` opened `url` (path and query). Searches with this page as a partial match are
   * not counted for this visitor.
   */
  opened(url: string, address: () => string): void
}
