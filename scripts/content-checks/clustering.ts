const COUNT = '(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|several|\\d{1,3})'
const SITE =
  '(?:schools|colleges|universities|clinics|centres|hospitals|communities|wards|markets|companies|churches|facilities|fellowships|parks|quarries|yards|car washes|mills|bakeries|associations|districts|settlements)'
const SITES = new RegExp(`\\b${COUNT}(?: (?!of\\b|in\\b|at\\b|and\\b|with\\b|from\\b)[a-z-]+){0,3} ${SITE}\\b`, 'i')
/** Matches a test that takes the participants as independent of each other. */
const TEST =
  /\bchi-square|\bt-tests?\b|\bANOVA\b|\banalysis of variance\b|\bregression\b|\bcorrelat|\bMann-Whitney\b|\bKruskal-Wallis\b|\bANCOVA\b/i
/** Matches words on what the sites have in common: a design effect, a stratum, the site as the unit. */
const CLUSTERING =
  /\bclusters?|\bclustering|design effect|\ballow(?:s|ing|ance)? for\b|\bstrat(?:a|um|ified)\b|\b(\w+) by \1\b|\bwithin each\b|\bin each\b|\bas the unit\b|\bunit of\b|\bone (?:figure|rate|score|mean|proportion) for (?:each|every)\b|\beach \w+ counted once\b|\btoo few\b|\bare alike\b|\bbeing alike\b|\bmixed[- ](?:model|effects)|\bmultilevel\b|\bfixed effect\b|\bcovariate\b|\bas a pair\b|\bward means\b|\bdo not differ\b|\bhospitals?(?: and \w+)? (?:is|are) (?:a )?covariates?\b|\bweighted\b/i

/**
 * Returns a fault if a text compares participants of three or more sites by a test for independent observations and
 * does not say how it allows for the sites: people of one school, ward or market resemble each other.
 */
export function clusteringFault(text: string): string | null {
  const sites = text.match(SITES)?.[0]
  return sites && TEST.test(text) && !CLUSTERING.test(text)
    ? `"${sites}" are compared by a test without a word on clustering, such as a design effect`
    : null
}
