import { href } from 'react-router'
import { chatWith } from '#app/platform/text/whatsapp.ts'

/** How buyers reach a person: the WhatsApp number and the office hours of the settings (SPEC 2, contact). */
export type Help = { whatsapp: string; hours: string }

/** The line of a page of a payment that names a person to write to. `message` begins the chat, such as an order's number. */
export function ProblemPaying({ help: { whatsapp, hours }, message }: { help: Help; message: string }) {
  return (
    <p className="small">
      <b>Problem paying?</b>{' '}
      {whatsapp === '' ? (
        <a href={href('/contact')}>Write to us</a>
      ) : (
        <>
          WhatsApp{' '}
          <a className="amount" href={`${chatWith(whatsapp)}?text=${encodeURIComponent(message)}`} rel="noreferrer">
            {whatsapp}
          </a>
        </>
      )}
      {hours && `, ${hours}`}.
    </p>
  )
}
