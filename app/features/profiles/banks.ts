/** The banks and wallets that students use, with their codes for the check digit of account numbers (NUBAN). */
export const banks = [
  { name: 'Access Bank', code: '044' },
  { name: 'Ecobank', code: '050' },
  { name: 'Fidelity Bank', code: '070' },
  { name: 'First Bank', code: '011' },
  { name: 'FCMB', code: '214' },
  { name: 'GTBank', code: '058' },
  { name: 'Kuda', code: '50211' },
  { name: 'Moniepoint', code: '50515' },
  { name: 'OPay', code: '999992' },
  { name: 'PalmPay', code: '999991' },
  { name: 'Stanbic IBTC', code: '221' },
  { name: 'Sterling Bank', code: '232' },
  { name: 'UBA', code: '033' },
  { name: 'Union Bank', code: '032' },
  { name: 'Wema Bank', code: '035' },
  { name: 'Zenith Bank', code: '057' },
] as const

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
  const bank = banks.find(({ name }) => name.toLowerCase() === bankName.toLowerCase())
  if (bank && bank.code.length < 6 && !checkDigitFits(bank.code, accountNumber)) {
    return `The number does not look like one of ${bank.name}. Check it with your bank app.`
  }
  return null
}
