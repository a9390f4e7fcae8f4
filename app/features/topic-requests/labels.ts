/** The toast after a request. */
export const requestSent = {
  title: 'Topic request sent',
  text: 'We look for materials on it and answer within 3-5 business days.',
} as const

export const programmes = [
  { value: 'General Nursing (RN)', label: 'General Nursing (RN)' },
  { value: 'ND', label: 'ND' },
  { value: 'HND', label: 'HND' },
  { value: 'BNSc', label: 'BNSc' },
  { value: 'Post-basic', label: 'Post-basic' },
  { value: 'Postgraduate', label: 'Postgraduate' },
  { value: 'Other', label: 'Other' },
] as const

/** Suggested specialties; others may be typed. */
export const specialties = [
  'Medical-surgical',
  'Midwifery',
  'Psychiatric',
  'Accident and emergency',
  'Public and community health',
  'Paediatric',
  'Renal',
  'Perioperative',
  'Occupational health',
  'Anaesthetic',
  'Ophthalmic',
  'ENT',
  'Burns',
  'Orthopaedic',
  'Cardiothoracic',
  'Critical care',
] as const
