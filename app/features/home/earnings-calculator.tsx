import { href } from 'react-router'
import { formatKobo } from '#app/platform/text/money.ts'
import { calculatorLimits, type EarningsExample } from './earnings-example.ts'

const fields = [
  { name: 'price', label: 'Price in naira' },
  { name: 'copies', label: 'Copies sold' },
] as const

/** The earnings from copies of a work: a form that asks the server, and the sum line by line. */
export function EarningsCalculator({ example, platformPercent }: { example: EarningsExample; platformPercent: number }) {
  return (
    <div className="stack">
      <form className="sum" action={`${href('/')}#earn`}>
        {fields.map(({ name, label }) => (
          <p key={name} className="field">
            <label htmlFor={name}>{label}</label>
            <input
              id={name}
              name={name}
              type="number"
              inputMode="numeric"
              min={calculatorLimits[name].min}
              max={calculatorLimits[name].max}
              required
              defaultValue={example[name]}
            />
          </p>
        ))}
        <button className="btn">Calculate</button>
      </form>
      <table className="ledger">
        <caption className="sr">An example of sales</caption>
        <tbody>
          <Line name={example.copies === 1 ? 'One student pays' : `${example.copies} students pay`} kobo={example.paid} />
          {example.fee > 0 && <Line name="The payment takes about" kobo={example.fee} />}
          <Line name={`Lamplight keeps ${platformPercent}%`} kobo={example.platform} />
          <Line name="You receive" kobo={example.student} />
        </tbody>
      </table>
    </div>
  )
}

function Line({ name, kobo }: { name: string; kobo: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatKobo(kobo)}</td>
    </tr>
  )
}
