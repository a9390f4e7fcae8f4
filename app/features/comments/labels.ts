/** How many stars, as a reader sees it: ★ 4 of 5. */
export const describeStars = (stars: number) => `★ ${stars} of 5`

/** What a comment says of its writer as a buyer: nothing, the mark, or the mark and the stars. */
export function getMark({ has_bought, stars }: { has_bought: boolean; stars: number | null }): string[] {
  return [...(has_bought ? ['Bought here'] : []), ...(stars === null ? [] : [describeStars(stars)])]
}
