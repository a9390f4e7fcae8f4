import { expect, test } from 'vitest'
import { beginsWithCode, findCourses, getCourseLevel, getCourseName } from './courses.ts'

const mental = { code: 'NSC 401', title: 'Mental Health Nursing I', programme: 'bnsc', level: '400 level', subjects: 'x' }
const drugs = { code: '', title: 'Pharmacology', programme: 'nd', level: '', subjects: 'y' }

test.each([
  'nsc401',
  'NSC-401',
  'Nsc 401',
  ' NSC.401 ',
  'mental health nursing',
  'Mental-Health Nursing I',
  'NSC 401: Mental health nursing I',
])('findCourses finds a course as %j', (text) => {
  expect(findCourses([mental, drugs], text)).toEqual([mental])
})

test.each(['', ' - ', 'NSC', '401', 'NSC 4011', 'mental health'])('findCourses finds no course as %j', (text) => {
  expect(findCourses([mental, drugs], text)).toEqual([])
})

test('findCourses finds every course with the same code', () => {
  const other = { ...mental, title: 'Medical Nursing' }
  expect(findCourses([mental, other], 'nsc 401')).toEqual([mental, other])
})

test('beginsWithCode tells codes from years and sample sizes', () => {
  expect(['nsc401', 'NSC - 401 Nursing'].map(beginsWithCode)).toEqual([true, true])
  expect(['covid 19', 'n = 120', 'NSC 2024', 'nursing'].map(beginsWithCode)).toEqual([false, false, false, false])
})

test('a course has a name and a level with and without a code', () => {
  expect([mental, drugs].map(getCourseName)).toEqual(['NSC 401 Mental Health Nursing I', 'Pharmacology'])
  expect([mental, drugs].map(getCourseLevel)).toEqual(['BNSc, 400 level', 'ND'])
})
