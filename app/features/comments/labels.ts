/** Describes a rating, such as ★ 4 of 5. */
export const describeStars = (stars: number) => `★ ${stars} of 5`

/** Returns the labels of a comment's writer as a buyer: none, the mark, or the mark and the stars. */
export function buyerLabels({ has_bought, stars }: { has_bought: boolean; stars: number | null }): string[] {
  return [...(has_bought ? ['Bought here'] : []), ...(stars === null ? [] : [describeStars(stars)])]
}
