/**
 * The subject areas with a symbol of their own, in the order of motifs.svg and of the hue wheel. A subject's position
 * gives its hue, so related subjects have related colours, and the symbol tells neighbours apart.
 */
export const subjectAreas = [
  'Maternal Health',
  'Cardiothoracic Nursing',
  'Accident and Emergency Nursing',
  'Burns and Plastic Nursing',
  'Critical Care Nursing',
  'Orthopedic Nursing',
  'Pediatric Nursing',
  'Geriatric Nursing',
  'Nursing Leadership',
  'Occupational Health Nursing',
  'School and Adolescent Health',
  'Community Health',
  'Public Health Nursing',
  'Patient Safety',
  'Chronic Disease Management',
  'Infection Control',
  'Perioperative Nursing',
  'Renal Nursing',
  'Anaesthetic Nursing',
  'Medical-Surgical Nursing',
  'Healthcare Technology',
  'Ophthalmic Nursing',
  'Nursing Education',
  'Evidence-Based Practice',
  'Healthcare Management',
  'Nursing Ethics',
  'Mental Health Nursing',
  'ENT Nursing',
  'Oncology and Palliative Nursing',
  'Reproductive Health',
  'Midwifery',
] as const

/** The hue of covers without a known subject, in degrees, as in cover.css. */
const OTHER_HUE = 222

/** Other names of a subject area. */
const aliases: Readonly<Record<string, string>> = {
  psychiatric: 'mental health',
  'maternal and child health': 'maternal health',
  oncology: 'oncology and palliative',
  'palliative care': 'oncology and palliative',
  emergency: 'accident and emergency',
  surgical: 'perioperative',
  theatre: 'perioperative',
  cardiac: 'cardiothoracic',
  paediatric: 'pediatric',
  'child health': 'pediatric',
  'adolescent health': 'school and adolescent health',
  'school health': 'school and adolescent health',
  'reproductive and sexual health': 'reproductive health',
  fundamentals: 'medical-surgical',
}

const withoutNursing = (area: string) => area.toLowerCase().replace(/ nursing$/, '')

const positions = new Map<string, number>(subjectAreas.map((area, at) => [withoutNursing(area), at]))

/** Returns a subject's position; "Community Health Nursing" is Community Health. Undefined for an unknown subject. */
function getPosition(subject: string): number | undefined {
  const name = withoutNursing(subject)
  return positions.get(aliases[name] ?? name)
}

/** Returns the classes of a cover for its subject area; for an unknown one it has the open book. */
export function subjectCover(subjectArea: string): string {
  const at = getPosition(subjectArea)
  return at === undefined ? 'cloth' : `cloth area a${at}`
}

/** Returns the hue of a subject area in degrees, for covers that the server draws. */
export function subjectHue(subjectArea: string): number {
  const at = getPosition(subjectArea)
  return at === undefined ? OTHER_HUE : (at * 360) / subjectAreas.length
}
