/**
 * The banks and wallets that students use: the code for the check digit of account numbers (NUBAN), and what else
 * students and Paystack call them.
 */
export const banks = [
  { name: 'Access Bank', code: '044', aliases: ['Access', 'Diamond Bank'] },
  { name: 'Ecobank', code: '050', aliases: ['Ecobank Nigeria', 'Eco Bank'] },
  { name: 'Fidelity Bank', code: '070', aliases: [] },
  { name: 'First Bank', code: '011', aliases: ['First Bank of Nigeria', 'FBN', 'FirstBank'] },
  { name: 'FCMB', code: '214', aliases: ['First City Monument Bank'] },
  { name: 'GTBank', code: '058', aliases: ['Guaranty Trust Bank', 'GTB', 'GT Bank', 'GTCO'] },
  { name: 'Kuda', code: '50211', aliases: ['Kuda Bank'] },
  { name: 'Moniepoint', code: '50515', aliases: ['Moniepoint MFB', 'Monie Point'] },
  { name: 'OPay', code: '999992', aliases: ['OPay Digital Services Limited (OPay)', 'Paycom'] },
  { name: 'PalmPay', code: '999991', aliases: ['Palm Pay'] },
  { name: 'Stanbic IBTC', code: '221', aliases: ['Stanbic IBTC Bank'] },
  { name: 'Sterling Bank', code: '232', aliases: [] },
  { name: 'UBA', code: '033', aliases: ['United Bank For Africa'] },
  { name: 'Union Bank', code: '032', aliases: ['Union Bank of Nigeria', 'UBN'] },
  { name: 'Wema Bank', code: '035', aliases: ['ALAT'] },
  { name: 'Zenith Bank', code: '057', aliases: [] },
] as const satisfies readonly { name: string; code: string; aliases: readonly string[] }[]

/** A bank that a form offers, by the name that students use. */
export type BankOption = { name: string; aliases: readonly string[] }

/** Returns the banks to offer: Paystack's, with our names for those that students use, which come first; or ours. */
export function toBankOptions(listed: readonly { name: string; code: string }[] | null): BankOption[] {
  if (!listed) {
    return [...banks]
  }
  const codes = new Set<string>(banks.map(({ code }) => code))
  return [
    ...banks
      .filter(({ code }) => listed.some((each) => each.code === code))
      .map(({ name, code, aliases }) => ({
        name,
        aliases: [...new Set([...aliases, ...listed.filter((each) => each.code === code).map((each) => each.name)])],
      })),
    ...listed.filter(({ code }) => !codes.has(code)).map(({ name }) => ({ name, aliases: [] })),
  ]
}

const MAX_LIKELY = 8

/** Words that many names have and people leave out. */
const COMMON = new Set(['bank', 'plc', 'nigeria', 'of', 'for', 'the', 'limited', 'ltd', 'mfb', 'microfinance'])

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !COMMON.has(word))

/**
 * Returns the bank that a text names, or the likely ones, best first: those that the text may stand for, else those that
 * begin alike, else the first of the list.
 */
export function findBank(
  typed: string,
  options: readonly BankOption[],
): { bank: string } | { bank: null; isAmbiguous: boolean; likely: string[] } {
  const names = ({ name, aliases }: BankOption) => [name, ...aliases]
  const exact = options.find((option) => names(option).some((name) => plain(name) === plain(typed)))
  if (exact) {
    return { bank: exact.name }
  }
  const typedWords = wordsOf(typed)
  const having = (fits: (words: readonly string[]) => boolean) =>
    options.filter((option) => names(option).some((name) => fits(wordsOf(name)))).map(({ name }) => name)
  const begun =
    typedWords.length > 0 ? having((words) => typedWords.every((part) => words.some((word) => word.startsWith(part)))) : []
  if (begun.length === 1 && begun[0]) {
    return { bank: begun[0] }
  }
  const alike = having((words) => words.some((word) => typedWords.some((part) => word.slice(0, 2) === part.slice(0, 2))))
  const likely = [begun, alike].find((found) => found.length > 0) ?? options.map(({ name }) => name)
  return { bank: null, isAmbiguous: begun.length > 0, likely: likely.slice(0, MAX_LIKELY) }
}

const WEIGHTS = [3, 7, 3]

/**
 * Returns true if the last digit of a ten-digit account number fits its bank. A code of three or five digits is padded
 * to six.
 */
export function checkDigitFits(code: string, accountNumber: string): boolean {
  if (!/^\d{10}$/.test(accountNumber)) {
    return false
  }
  const six = code.length === 3 ? `000${code}` : code.length === 5 ? `9${code}` : code
  const sum = Array.from(six + accountNumber.slice(0, 9)).reduce(
    (total, digit, at) => total + Number(digit) * (WEIGHTS[at % 3] ?? 0),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9])
}

/**
 * Returns a warning about a complete account number, or null. It never blocks, because wallet numbers are phone numbers.
 */
export function accountNumberWarning(bankName: string, accountNumber: string): string | null {
  if (accountNumber.length !== 10) {
    return null
  }
  const bank = banks.find(({ name, aliases }) => [name, ...aliases].some((each) => plain(each) === plain(bankName)))
  if (bank && bank.code.length < 6 && !checkDigitFits(bank.code, accountNumber)) {
    return `The number does not look like one of ${bank.name}. Check it with your bank app.`
  }
  return null
}
