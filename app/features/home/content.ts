import { href } from 'react-router'
/** The home page's content in the specification's order and words (SPEC 2). */

export const features = [
  {
    title: 'Research Materials Marketplace',
    text: 'Projects, care studies, seminars and proposals. Read part of each one free before you pay.',
    to: href('/marketplace'),
    button: 'Browse Materials',
  },
  {
    title: 'Online Courses & WhatsApp Training',
    text: 'Small groups on WhatsApp, from choosing a topic to reading your SPSS output.',
    to: href('/courses'),
    button: 'View Courses',
  },
  {
    title: 'Professional Writing Services',
    text: 'Tutoring, editing, formatting and statistics help for your own work.',
    to: href('/writing-services'),
    button: 'See Services',
  },
  {
    title: 'Student Dashboard & Earnings',
    text: 'Your uploads, their reviews and your money in one place.',
    to: href('/dashboard'),
    button: 'Open Dashboard',
  },
] as const

export const popularTopics = [
  'Maternal Health',
  'Pediatric Nursing',
  'Mental Health Nursing',
  'Community Health',
  'Nursing Ethics',
  'Patient Safety',
  'Healthcare Management',
  'Evidence-Based Practice',
  'Infection Control',
  'Chronic Disease Management',
  'Nursing Leadership',
  'Healthcare Technology',
] as const

export const popularSearches = ['Breastfeeding', 'Hypertension', 'Diabetes', 'Hand hygiene', 'Antenatal care', 'Pain'] as const

/**
 * Static, as in the specification. They are shown as samples until the admin replaces them, so they name
 * no real school.
 */
export const testimonials = [
  {
    name: 'Chiamaka O.',
    university: 'A university in Enugu State',
    year: '400 level',
    content: 'I read three first chapters before I paid for one. That saved me money and showed me how to lay out my own.',
  },
  {
    name: 'Ibrahim S.',
    university: 'A university in Kaduna State',
    year: 'Year 5',
    content: 'The reviewer told me exactly what to correct. Two days later my seminar paper was on sale.',
  },
  {
    name: 'Temitope A.',
    university: 'A college of nursing in Ibadan',
    year: 'Year 3',
    content: 'The free topics list ended one month of argument with my supervisor.',
  },
] as const
