import { stays, withoutScripts } from '#app/platform/pages/streamed-page.ts'

/** The additional elements in the head of a streamed page. */
export function StreamedHead() {
  return (
    <>
      <noscript>
        <style dangerouslySetInnerHTML={{ __html: withoutScripts }} />
      </noscript>
      <style dangerouslySetInnerHTML={{ __html: stays }} />
    </>
  )
}
