import { href } from 'react-router'
import { describeDownloadLimit, isBeingVerified } from '#app/services/orders.ts'
import { type DashboardWords, describeDashboard } from '../dashboard/describe-dashboard.server.ts'
import { describePayout, type PayoutWords } from '../earnings/describe-payout.server.ts'
import { describeNoSales, describeTestMoney } from '../earnings/labels.ts'
import type { MoneyRules } from '../earnings/rules.ts'
import { describeOrderPage, type OrderWords } from '../orders/labels.ts'
import type { Holidays } from '../uploads/review-due.ts'
import type { Person } from './queries.server.ts'

/** The sentences of a student's dashboard and statement. */
export type StudentView = {
  dashboard: DashboardWords
  payout: PayoutWords
  /** The reason why the statement is empty, or null. */
  noSales: { title: string; text: string } | null
  testMoney: string | null
}

/**
 * The sentences of an order's page. `limit`: those of a download beyond the daily limit, if it is reached.
 * `asksPaystack`: opening the page verifies the payment, so that its buyer may see a newer state.
 */
export type OrderView = OrderWords & {
  id: string
  reference: string
  work: string
  limit: string | null
  asksPaystack: boolean
}

type Context = { rules: MoneyRules; holidays: Holidays; now: Date }

/** Returns the words of a student's own pages at a given time; null for a buyer without an account. */
export function getStudentView({ student }: Pick<Person, 'student'>, { rules, holidays, now }: Context): StudentView | null {
  if (student === null) {
    return null
  }
  const { earnings, uploads } = student
  const bank = withNumber(student.bank)
  const published = uploads.flatMap(({ id, slug }) =>
    slug === null ? [] : [[id, href('/material/:key', { key: slug })] as const],
  )
  const dashboard = describeDashboard({
    profile: { first_name: student.first_name, last_name: student.last_name, Institition: student.institution },
    uploads,
    earnings,
    bank,
    unconfirmed: withNumber(student.unconfirmed_bank),
    publicPages: new Map(published),
    holidays,
    now,
  })
  return {
    dashboard,
    payout: describePayout({ earnings, bank, rules, now }),
    noSales: dashboard.parts === null ? describeNoSales(earnings.sales, dashboard.counts.approved) : null,
    testMoney: describeTestMoney(earnings),
  }
}

/** A masked number has the characters of the number, so that the words about its length and its end are the same. */
function withNumber(account: NonNullable<Person['student']>['bank']) {
  return account && { ...account, account_number: account.masked_number }
}

/** Returns the words of the pages of a person's orders at a given time. */
export function getOrderViews({ orders }: Pick<Person, 'orders'>, now: Date): OrderView[] {
  return orders.map((order) => {
    const words = describeOrderPage({ ...order, payment_url: null, is_uncertain: false }, now.getTime())
    const limit = words.isReady && order.reached_limit !== null ? describeDownloadLimit(order.reached_limit) : null
    return {
      ...words,
      id: order.id,
      reference: order.reference,
      work: order.title,
      limit: limit && `${limit.title}. ${limit.text}`,
      asksPaystack: isBeingVerified(order),
    }
  })
}
