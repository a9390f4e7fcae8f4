import { showAtOnce, stays, withoutScripts } from '../../platform/pages/streamed-page.ts'

/** What a page that is sent while it is being made holds in its head, beside the usual. */
export function StreamedHead() {
  return (
    <>
      <noscript>
        <style dangerouslySetInnerHTML={{ __html: withoutScripts }} />
      </noscript>
      <style dangerouslySetInnerHTML={{ __html: stays }} />
      <script dangerouslySetInnerHTML={{ __html: showAtOnce }} />
    </>
  )
}
