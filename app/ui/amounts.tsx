/** Shows a text whose amounts of money do not break at the end of a line, such as "₦1,500.50". */
export function Amounts({ text }: { text: string }) {
  return text.split(/([₦$€£][\d.,]*\d)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key and do not move
      <span className="amount" key={at}>
        {part}
      </span>
    ),
  )
}
