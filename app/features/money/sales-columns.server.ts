/* The columns of a sales file: guessed from their names or a known export, corrected by the admin and saved. */
import * as v from 'valibot'
import type { StatusMeaning } from './csv-values.server.ts'

/**
 * The kinds of columns; a file cannot be read without the `needed` ones. `names` are in order of preference. A `guard`
 * tells payments from sales, so it is guessed even if the saved columns lack it.
 */
export const columnKinds = [
  {
    kind: 'reference',
    label: 'Order reference',
    needed: true,
    names: [
      /^(order|transaction|payment|sale)?[ _-]*ref(erence)?([ _-]*(no|number|id))?$/i,
      /^(order|transaction|payment|sale|purchase)?[ _-]*(id|no|number|#)$/i,
    ],
  },
  {
    kind: 'product',
    label: 'Product',
    needed: true,
    names: [/^(product|item|material)([ _-]*(name|title))?(\(s\)|s)?$|^title$/i],
  },
  {
    kind: 'gross',
    label: 'Amount paid',
    needed: true,
    names: [
      /^(amount|total)[ _-]*paid\b|^paid$/i,
      /^(gross|amount|total|price|sale[ _-]*price)([ _-]*(amount|sale))?([ _]*\(.{1,8}\)| in [a-z]{3,5}|[ _][A-Z]{3})?$/i,
    ],
  },
  {
    kind: 'paid',
    label: 'When it was paid',
    needed: true,
    names: [/^(paid|payment|transaction)[ _-]*(at|on|date|time)/i, /(?<!up)date(?!d)|time|^created[ _-]*(at|on)$/i],
  },
  { kind: 'fee', label: 'Fee', needed: false, names: [/^(?!.*currency).*(fee|charge|commission)/i] },
  {
    kind: 'currency',
    label: 'Currency',
    needed: false,
    names: [/^(order|transaction|payment|sale)?[ _-]*currency([ _-]*code)?$/i],
  },
  {
    kind: 'status',
    label: 'Status of the payment',
    needed: false,
    guard: true,
    names: [/^(order|transaction|payment|sale)?[ _-]*status$/i],
  },
  {
    kind: 'refunded',
    label: 'Refunded',
    needed: false,
    guard: true,
    names: [/^refunded\b/i, /^(fully )?refund(ed)?\b/i, /^amount[ _-]*refunded/i],
  },
  { kind: 'disputed', label: 'Disputed', needed: false, guard: true, names: [/^(disputed|chargeback|dispute)\b/i] },
  {
    kind: 'test',
    label: 'Test payment',
    needed: false,
    guard: true,
    names: [/^(mode\b.*|domain|(is[ _-]*)?test([ _-]*(mode|payment))?)\??$/i],
  },
  { kind: 'link', label: 'Link of the product', needed: false, names: [/link|url/i] },
] as const
export type ColumnKind = (typeof columnKinds)[number]['kind']
/** The column name of each kind; absent if the file has no such column. */
export type Columns = Partial<Record<ColumnKind, string>>

export type KnownExport = {
  name: string
  columns: Columns
  /** Removes what the export adds to the product's name. */
  addition?: RegExp
  /** The meanings of status words that differ from provider to provider. */
  statuses?: Record<string, StatusMeaning>
}

/**
 * Exports whose columns their public source code names: antiwork/gumroad (purchase_export_service.rb), woocommerce
 * (Reports/Orders/Controller.php), easy-digital-downloads (class-batch-export-payments.php, versions 2 and 3).
 */
const knownExports: readonly KnownExport[] = [
  {
    name: 'Gumroad',
    columns: {
      reference: 'Purchase ID',
      product: 'Item Name',
      gross: 'Sale Price ($)',
      fee: 'Fees ($)',
      paid: 'Purchase Time (UTC timezone)',
      refunded: 'Refunded?',
      disputed: 'Disputed?',
    },
  },
  {
    name: 'WooCommerce',
    columns: { reference: 'Order #', product: 'Product(s)', gross: 'N. Revenue (formatted)', paid: 'Date', status: 'Status' },
    addition: /^\d+× /,
    statuses: { processing: 'paid' },
  },
  ...['Order ID', 'Payment ID'].flatMap((reference) =>
    ['Amount', 'Amount (₦)', 'Amount ($)', 'Amount (£)', 'Amount (€)'].map((gross) => ({
      name: 'Easy Digital Downloads',
      columns: {
        reference,
        product: 'Products (Raw)',
        gross,
        paid: 'Date',
        currency: 'Currency',
        status: 'Status',
        test: 'Mode (Live|Test)',
      },
      addition: /\|[\d.]+\{[\d.]*\}$/,
      statuses: { processing: 'unpaid' as const, revoked: 'unpaid' as const },
    })),
  ),
]

const columnsSchema = v.record(v.picklist(columnKinds.map(({ kind }) => kind)), v.pipe(v.string(), v.maxLength(200)))

/** Parses saved or submitted columns; empty if they are invalid. */
export function readColumns(input: unknown): Columns {
  const parsed = v.safeParse(columnsSchema, input)
  return parsed.success ? parsed.output : {}
}

/** Returns the export whose columns a header has, or undefined. */
export const findKnownExport = (header: readonly string[]): KnownExport | undefined =>
  knownExports.find(({ columns }) => Object.values(columns).every((name) => header.includes(name)))

/**
 * Returns the column of each kind: those that the admin chose, or else the saved ones, those of a known export, or
 * guesses. Choices and saved columns count if the header has all of them.
 */
export function getColumns(
  header: readonly string[],
  asked: Columns,
  remembered: Columns,
  known: KnownExport | undefined,
): Columns {
  const here = (columns: Columns) => Object.values(columns).every((name) => header.includes(name))
  if (Object.keys(asked).length > 0 && here(asked)) {
    return asked
  }
  const usesSaved = Object.keys(remembered).length > 0 && here(remembered)
  if (known && !usesSaved) {
    return known.columns
  }
  const columns: Columns = usesSaved ? { ...remembered } : {}
  const taken = new Set<string>(Object.values(columns))
  for (const { kind, names, ...rest } of columnKinds) {
    if (columns[kind] !== undefined || (usesSaved && !('guard' in rest))) {
      continue
    }
    const guesses = names.map((pattern) => header.find((cell) => pattern.test(cell) && !taken.has(cell)))
    const name = known?.columns[kind] ?? guesses.find((guess) => guess !== undefined)
    if (name !== undefined) {
      taken.add(name)
      columns[kind] = name
    }
  }
  return columns
}
