/** Matches a study of published work, for which the department approves the protocol and nobody gives access. */
const REVIEW = /\bprotocol\b|\bpublished (?:studies|papers)\b/i
const ETHICS = /\bethic(?:s|al)\b/i
/** Matches the permission of a place or an organisation: a ward head, a school, a records office. */
const ACCESS =
  /\b(?:permi(?:t|ts|tted|ssion)|allows?|access|leave|letters?|lend|lends|admit|invites?|invitations|opens|reached privately|staff are told|shares? the link|asks each|calls first|first contact)\b/i
/** A committee approves; only a person can consent. */
const COMMITTEE_CONSENTS =
  /\bcommittees?\b(?![^.;]*\b(?:approv|clear|permit|exempt|confirm|give|need)\w*)[^.;]*(?<!'s )\b(?:consents?|agrees?)(?=[.,;]|$)/i

/** Matches a study that puts questions to people or measures them. */
const ASKS = /\b(?:interview|questionnaire|complete|answer|ask|focus group|telephone|survey|discussion|measure)\b/i
/** Matches the consent of people, or a reason why none is asked. */
const CONSENT =
  /\b(?:consents?|consenting|assents?|agree|agrees|agreed|signs?|declin\w+|refuse\w*|exempt\w*|without names?|by code|records?|forms|anonymous|choose|chooses|volunteers?|invited?|are told|told of it)\b/i

/**
 * Returns what a topic's text lacks about ethics. People and their records are studied with the approval, or the
 * written exemption, of an ethics committee, and then with the permission of the place. A gatekeeper's permission alone
 * is not enough.
 */
export function ethicsFaults(description: string): string[] {
  if (REVIEW.test(description)) {
    return []
  }
  const consents = description.match(COMMITTEE_CONSENTS)?.[0]
  return [
    ...(ETHICS.test(description) ? [] : ['the description names no ethics committee, only a gatekeeper']),
    ...(ACCESS.test(description) ? [] : ['the description names no permission of the place, only a committee']),
    ...(ASKS.test(description) && !CONSENT.test(description)
      ? ['the description does not state that the people who are asked consent']
      : []),
    ...(consents ? [`"${consents}": a committee approves, and people consent`] : []),
  ]
}
