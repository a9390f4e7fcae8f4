import { buyers, comments, missedSearches, requests, students } from './people.ts'
import { Random } from './random.ts'
import { works } from './works.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const WEEKS = 12
const DAYS = WEEKS * 7

/** How many sales come each way: 140 in all. */
const BY_CSV = [3, 4, 5, 6, 8, 10]
const BY_HAND = 12
const RANDOM_ORDERS = 78

/** The work of an event: an index in `works`, or one of the platform's own that are sold here. */
export type Item = { work: number } | { own: number }
/** A buyer: a student of the demo, or a guest by index in `buyers`. */
export type Buyer = { student: number } | { guest: number }
export type ImportedSale = { item: { work: number }; paid: number }

export type DemoEvent = { at: number } & (
  | { kind: 'join' | 'give bank details'; student: number }
  | { kind: 'send work' | 'review work'; work: number }
  | { kind: 'order'; name: string; item: Item; buyer: Buyer; isPaid: boolean }
  | { kind: 'ask for refund' | 'agree to refund' | 'receive refund' | 'dispute'; order: string }
  | { kind: 'import sales'; source: 'csv' | 'hand'; sales: ImportedSale[] }
  | { kind: 'receive settlement'; number: number }
  | { kind: 'run payouts'; run: number }
  | { kind: 'note payouts'; run: number; returns: boolean }
  | { kind: 'comment'; student: number; work: number; text: string; stars: number | null; isShown: boolean }
  | { kind: 'request topic' | 'reply to request'; student: number; request: number }
  | { kind: 'report'; student: number; work: number }
  | { kind: 'miss search'; search: number }
  | { kind: 'close day'; weight: number }
)

/** The time at which a sold work is published: on a working day after its upload. */
type Published = { work: number; at: number }

/**
 * Plans the twelve weeks before `now`, in the order in which things happen. The same `now` gives the same plan.
 * @param now in milliseconds since 1970.
 */
export function planHistory(now: number): DemoEvent[] {
  const random = new Random(20_261_125)
  // Lagos is an hour ahead of UTC, all year.
  const midnight = Math.floor((now + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS
  /** Returns the time `days` days ago at an hour of Lagos; never later than now. */
  const daysAgo = (days: number, hour = random.between(8, 21)) =>
    Math.min(
      midnight - days * DAY_MS + hour * HOUR_MS + random.between(0, 59) * 60_000 + random.between(0, 59) * 1000,
      now - 60_000,
    )
  const weekday = (at: number) => new Date(at + HOUR_MS).getUTCDay()
  const nextWorkingDay = (at: number) => {
    let day = at
    while (weekday(day) === 0 || weekday(day) === 6) {
      day += DAY_MS
    }
    return day
  }
  /** More happens on newer days, and less on Sundays. */
  const getWeight = (days: number) =>
    (0.15 + (1 - days / DAYS) ** 1.3) * (weekday(midnight - days * DAY_MS + DAY_MS / 2) === 0 ? 0.6 : 1)
  const events: DemoEvent[] = []

  students.forEach(({ joined, bank }, student) => {
    const days = joined * 7 - 1
    events.push({ kind: 'join', student, at: daysAgo(days, 9) })
    if (bank) {
      events.push({ kind: 'give bank details', student, at: daysAgo(days - 2, 19) })
    }
  })

  const published: Published[] = []
  works.forEach(({ sent, fate }, work) => {
    const at = daysAgo(sent, random.between(10, 20))
    events.push({ kind: 'send work', work, at })
    if (fate !== 'waiting') {
      const answered = nextWorkingDay(at + random.between(1, 3) * DAY_MS)
      const reviewed = Math.min(
        answered - ((answered + HOUR_MS) % DAY_MS) + random.between(9, 16) * HOUR_MS + random.between(1, 59) * 60_000,
        now - HOUR_MS,
      )
      events.push({ kind: 'review work', work, at: reviewed })
      if (fate === 'sold') {
        published.push({ work, at: reviewed })
      }
    }
  })
  const onSale = (at: number) => published.filter((each) => each.at < at - HOUR_MS)
  // The first works of each student are known best.
  const popularity = ({ work }: { work: number }) => 1 + (work % 5 === 0 ? 2 : 0) + (works[work]?.owner === 0 ? 1.5 : 0)
  const soldWork = (at: number): { work: number } => ({ work: random.choose(onSale(at), popularity).work })
  const days = Array.from({ length: DAYS - 6 }, (_, index) => index)
  /** The evening is when students buy. */
  const buyingTime = () => daysAgo(random.choose(days, getWeight), random.choose([8, 10, 12, 13, 16, 18, 19, 20, 20, 21, 21, 22]))

  let orders = 0
  const order = (at: number, item: Item, buyer: Buyer, isPaid = true) => {
    const name = `order ${(orders += 1)}`
    events.push({ kind: 'order', name, item, buyer, isPaid, at })
    return name
  }
  const bought = new Set<string>()
  /** Returns a guest who did not buy this work before, and at most one of the platform's own. */
  const guestFor = (item: Item): Buyer => {
    const free = buyers.map((_, index) => index).filter((index) => !bought.has(purchase(index, item)))
    const guest = random.choose(free)
    bought.add(purchase(guest, item))
    return { guest }
  }
  const purchase = (guest: number, item: Item) => `${guest} ${'work' in item ? item.work : 'own'}`
  const guestOrder = (at: number, item: Item = soldWork(at), isPaid = true) => order(at, item, guestFor(item), isPaid)
  for (let count = 0; count < RANDOM_ORDERS; count += 1) {
    const at = buyingTime()
    guestOrder(at, random.next() < 0.22 ? { own: random.between(0, 99) } : soldWork(at))
  }
  for (const ago of [1, 2, 4, 6]) {
    const at = daysAgo(ago)
    guestOrder(at, soldWork(at), false)
  }
  for (const paid of [48, 29, 13]) {
    const at = daysAgo(paid, 20)
    const name = guestOrder(at)
    events.push({ kind: 'ask for refund', order: name, at: at + 2 * DAY_MS })
    events.push({ kind: 'agree to refund', order: name, at: at + 3 * DAY_MS - 6 * HOUR_MS })
    events.push({ kind: 'receive refund', order: name, at: at + 3 * DAY_MS - 3 * HOUR_MS })
  }
  for (const paid of [45, 26]) {
    const at = daysAgo(paid, 18)
    const name = guestOrder(at)
    events.push({ kind: 'agree to refund', order: name, at: at + 19 * DAY_MS - 4 * HOUR_MS })
    events.push({ kind: 'receive refund', order: name, at: at + 19 * DAY_MS - 2 * HOUR_MS })
  }
  const asked = daysAgo(3, 17)
  events.push({ kind: 'ask for refund', order: guestOrder(asked), at: daysAgo(1, 9) })
  const disputed = daysAgo(11, 21)
  events.push({ kind: 'dispute', order: guestOrder(disputed), at: daysAgo(1, 13) })

  const ratings = [
    { work: 0, student: 1, ago: 50 },
    { work: 0, student: 3, ago: 44 },
    { work: 0, student: 5, ago: 36 },
    { work: 6, student: 0, ago: 30 },
    { work: 14, student: 2, ago: 20 },
    { work: 7, student: 4, ago: 11 },
    { work: 21, student: 6, ago: 8 },
  ]
  const rated = comments.filter(({ stars }) => stars !== null)
  ratings.forEach(({ work, student, ago }, index) => {
    const { text = '', stars = null } = rated[index % rated.length] ?? {}
    const at = daysAgo(ago, 19)
    order(at, { work }, { student })
    events.push({ kind: 'comment', student, work, text, stars, isShown: true, at: at + 2 * DAY_MS })
  })
  comments
    .filter(({ stars }) => stars === null)
    .forEach(({ text }, index) =>
      events.push({
        kind: 'comment',
        student: 6 + index,
        work: 6 * index,
        text,
        stars: null,
        isShown: index === 1,
        at: daysAgo(index === 1 ? 24 : 1, 15),
      }),
    )

  BY_CSV.forEach((many, index) => {
    const at = nextWorkingDay(daysAgo(69 - 13 * index, 9))
    const sales = Array.from({ length: many }, () => {
      const paid = at - random.between(10, 12 * 24) * HOUR_MS - random.between(0, 3599) * 1000
      return { paid, item: onSale(paid).length > 0 ? soldWork(paid) : soldWork(at) }
    })
    events.push({ kind: 'import sales', source: 'csv', sales, at })
  })
  for (let count = 0; count < BY_HAND; count += 1) {
    const paid = buyingTime()
    const at = Math.min(paid + random.between(2, 20) * HOUR_MS, now - 90_000)
    events.push({ kind: 'import sales', source: 'hand', sales: [{ paid, item: soldWork(paid) }], at })
  }

  // Payouts are made on Fridays. The run of the last one is still to be made.
  const sinceFriday = (weekday(now) + 2) % 7
  ;[49, 35, 21, 7].forEach((before, run) => {
    const ago = sinceFriday + before
    // The money is in the bank before it is paid out.
    events.push({ kind: 'receive settlement', number: run + 1, at: daysAgo(ago + 1, 12) })
    events.push({ kind: 'run payouts', run, at: daysAgo(ago, 10) })
    events.push({ kind: 'note payouts', run, returns: run === 3, at: daysAgo(ago - 3, 9) })
  })

  requests.forEach(({ answer }, request) => {
    const ago = [41, 19, 3][request] ?? 3
    events.push({ kind: 'request topic', student: 2 + request, request, at: daysAgo(ago, 20) })
    if (answer !== null) {
      events.push({ kind: 'reply to request', student: 2 + request, request, at: nextWorkingDay(daysAgo(ago - 2, 11)) })
    }
  })
  events.push({ kind: 'report', student: 7, work: 10, at: daysAgo(2, 18) })
  missedSearches.forEach(({ visitors }, search) => {
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      events.push({ kind: 'miss search', search, at: daysAgo(7 * (search % 3) + 1) })
    }
  })
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    events.push({ kind: 'close day', weight: getWeight(ago), at: daysAgo(ago, 22.9) })
  }
  return events.toSorted((one, other) => one.at - other.at)
}
