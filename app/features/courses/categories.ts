/** The categories of courses, as they are stored and shown (SPEC 2). */
export const categoryNames = [
  'general nursing',
  'midwifery',
  'psychiatric nursing',
  'perioperative nursing',
  'community health nursing',
  'orthopedic nursing',
] as const
