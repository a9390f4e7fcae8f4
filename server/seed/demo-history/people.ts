/** The students of the demo. All of them are made up; no email can reach an `.example` address. */
export type DemoStudent = {
  email: string
  firstName: string
  lastName: string
  school: string
  year: string
  /** Weeks before now. */
  joined: number
  /** A bank of app/features/profiles/banks.ts with its code. */
  bank: { name: string; code: string; number: string } | null
}

/** The first one is the student of demo-accounts.ts. */
export const students: readonly DemoStudent[] = [
  {
    email: 'student@lamplight.example',
    firstName: 'Adaeze',
    lastName: 'Okonkwo',
    school: 'School of Nursing, Enugu',
    year: 'year-3',
    joined: 12,
    bank: { name: 'First Bank', code: '011', number: '0000014579' },
  },
  {
    email: 'tunde.adebayo@lamplight.example',
    firstName: 'Tunde',
    lastName: 'Adebayo',
    school: 'Department of Nursing, Ibadan',
    year: 'year-5',
    joined: 12,
    bank: { name: 'GTBank', code: '058', number: '0000027214' },
  },
  {
    email: 'hauwa.bello@lamplight.example',
    firstName: 'Hauwa',
    lastName: 'Bello',
    school: 'School of Nursing, Kaduna',
    year: 'year-2',
    joined: 12,
    bank: { name: 'Zenith Bank', code: '057', number: '0000038163' },
  },
  {
    email: 'chinedu.eze@lamplight.example',
    firstName: 'Chinedu',
    lastName: 'Eze',
    school: 'Department of Nursing Science, Nsukka',
    year: 'year-4',
    joined: 11,
    bank: { name: 'Access Bank', code: '044', number: '0000041927' },
  },
  {
    email: 'efe.omoruyi@lamplight.example',
    firstName: 'Efe',
    lastName: 'Omoruyi',
    school: 'School of Midwifery, Benin City',
    year: 'year-3',
    joined: 10,
    bank: { name: 'UBA', code: '033', number: '0000052836' },
  },
  {
    email: 'aminat.yusuf@lamplight.example',
    firstName: 'Aminat',
    lastName: 'Yusuf',
    school: 'School of Nursing, Ilorin',
    year: 'graduate',
    joined: 9,
    bank: { name: 'GTBank', code: '058', number: '0000063745' },
  },
  {
    email: 'ini.udoh@lamplight.example',
    firstName: 'Inimfon',
    lastName: 'Udoh',
    school: 'Department of Nursing, Uyo',
    year: 'year-4',
    joined: 7,
    bank: { name: 'Fidelity Bank', code: '070', number: '0000074654' },
  },
  {
    email: 'musa.danjuma@lamplight.example',
    firstName: 'Musa',
    lastName: 'Danjuma',
    school: 'School of Psychiatric Nursing, Maiduguri',
    year: 'year-2',
    joined: 5,
    bank: { name: 'First Bank', code: '011', number: '0000085563' },
  },
  {
    email: 'folake.ogunleye@lamplight.example',
    firstName: 'Folake',
    lastName: 'Ogunleye',
    school: 'School of Nursing, Abeokuta',
    year: 'year-1',
    joined: 3,
    bank: null,
  },
]

/** The parts before the @ of buyers without an account. */
export const buyers: readonly string[] = [
  'blessing.nwachukwu',
  'samuel.oladipo',
  'zainab.ibrahim',
  'ngozi.umeh',
  'kelechi.anyanwu',
  'fatima.sani',
  'deborah.akpan',
  'yetunde.alabi',
  'emeka.obi',
  'rukayat.balogun',
  'grace.terver',
  'ifeoma.nnadi',
  'abdul.lawal',
  'patience.edet',
  'oluwaseun.fashola',
  'maryam.garba',
  'chioma.okeke',
  'peace.ovie',
  'sadiq.abubakar',
  'temitope.ajayi',
  'uche.madu',
  'halima.usman',
  'esther.bassey',
  'kunle.odunsi',
  'nkechi.ugwu',
  'joy.agbo',
  'bashir.mohammed',
  'amaka.chukwu',
  'ronke.salami',
  'victor.ekong',
]

export const comments: readonly { stars: number | null; text: string }[] = [
  { stars: 5, text: 'The chapter one was clear and my supervisor liked how the objectives match the questions.' },
  { stars: 4, text: 'Good to see how a background leads to a problem. I would have liked tables too.' },
  { stars: 5, text: 'I used it to see how design, sample and instrument are described. That part helped most.' },
  { stars: 4, text: 'Well arranged, and it opened at once on my phone.' },
  { stars: 3, text: 'Useful, but it says itself that it is a demo. The background is the best part.' },
  { stars: null, text: 'Does the work have the questionnaire in the appendix?' },
  { stars: null, text: 'Please is there something like this for a primary health centre?' },
  { stars: 5, text: 'The questions follow from the objectives, as my supervisor always asks. Thank you.' },
]

export const requests: readonly { topic: string; programme: string; specialty: string; answer: string | null }[] = [
  {
    topic: 'Knowledge of kangaroo mother care among mothers of preterm babies',
    programme: 'BNSc',
    specialty: 'Paediatric Nursing',
    answer:
      'We have nothing on this yet. One work on preterm babies is being reviewed now; we will write when it is on the site.',
  },
  {
    topic: 'Practice of oral care for patients with nasogastric tubes among ward nurses',
    programme: 'General Nursing',
    specialty: 'Medical-Surgical Nursing',
    answer: 'Thank you. We have added the topic to the directory, with a note on how to keep the study small.',
  },
  {
    topic: 'Factors affecting the use of the partograph in primary health centres',
    programme: 'Midwifery',
    specialty: 'Maternal and Child Health',
    answer: null,
  },
]

/** Words that visitors searched for and that the shop does not have, with how many visitors missed them in a week. */
export const missedSearches: readonly { words: string; kind: 'material' | 'topic'; visitors: number }[] = [
  { words: 'kangaroo mother care', kind: 'material', visitors: 6 },
  { words: 'telehealth nursing', kind: 'material', visitors: 4 },
  { words: 'PLWHA', kind: 'material', visitors: 5 },
  { words: 'bedbath', kind: 'material', visitors: 3 },
  { words: 'nurse migration japa', kind: 'topic', visitors: 5 },
  { words: 'hydatidiform mole', kind: 'material', visitors: 3 },
  { words: 'ventilator weaning', kind: 'topic', visitors: 3 },
]
