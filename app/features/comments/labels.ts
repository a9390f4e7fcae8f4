/** How many stars, as a reader sees it: ★ 4 of 5. */
export const starsInWords = (stars: number) => `★ ${stars} of 5`

/** What a comment says of its writer as a buyer: nothing, the mark, or the mark and the stars. */
export function markOf({ bought_here, stars }: { bought_here: boolean; stars: number | null }): string[] {
  return [...(bought_here ? ['Bought here'] : []), ...(stars === null ? [] : [starsInWords(stars)])]
}
