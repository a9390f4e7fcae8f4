import type { Selling } from '#app/services/orders.ts'

const pictures = {
  read: 'M32 12C24 7 14 7 6 9v30c8-2 18-2 26 3 8-5 18-5 26-3V9c-8-2-18-2-26 3zM32 12v30M12 17c5-1 9-1 14 1M12 24c5-1 9-1 14 1M12 31c5-1 9-1 14 1M40 26v-3a4 4 0 0 1 8 0v3M37 26h14v10H37z',
  pay: 'M20 4h22v40H20zM20 10h22M20 38h22M25 15h12v5H25zM25 24h8M48 24a9 9 0 1 1-.1 0M44 37v-8l7 8v-8M42 32h11M42 34h11',
  file: 'M16 4h20l8 8v32H16zM36 4v8h8M22 17h14M22 23h14M22 29h8M46 26a9 9 0 1 1-.1 0M46 30v9M42 36l4 4 4-4',
} as const

/** Returns the three steps of buying. `selling` decides how buyers pay: on Paystack here, or on the page of a link. */
function getSteps(selling: Selling) {
  return [
    {
      title: 'Read',
      picture: pictures.read,
      text: 'Part of each work is open, and so is its list of contents. Read first, then decide.',
    },
    selling
      ? { title: 'Pay', picture: pictures.pay, text: 'By card, bank transfer or USSD on Paystack. You need no account here.' }
      : { title: 'Pay', picture: pictures.pay, text: 'Purchase opens the payment page of the work. You need no account here.' },
    selling
      ? { title: 'Get the file', picture: pictures.file, text: 'Download it at once. We also email you the link.' }
      : { title: 'Get the file', picture: pictures.file, text: 'It comes to the email address that you give there.' },
  ]
}

/** How buying works, in three pictured steps. */
export function Steps({ selling }: { selling: Selling }) {
  return (
    <ol className="steps">
      {getSteps(selling).map(({ title, text, picture }, at) => (
        <li key={title}>
          <svg viewBox="0 0 64 48" aria-hidden="true">
            <path d={picture} />
          </svg>
          <div>
            <h3>
              {at + 1}. {title}
            </h3>
            <p className="soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
