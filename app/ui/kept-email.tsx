/** The address that a form was asked about because it looks misspelled: it is accepted when it is sent again. */
export function KeptEmail({ kept }: { kept: string | undefined }) {
  return <input type="hidden" name="kept" value={kept} />
}
