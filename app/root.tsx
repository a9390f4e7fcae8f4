import type { ReactNode } from 'react'
import {
  href,
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { demo, footerSocial, header, site } from './features/settings/defaults.ts'
import { settings } from './features/settings/queries.server.ts'
import { accountWithoutProfile, ownAccount } from './features/shell/account.server.ts'
import { DemoBar } from './features/shell/demo-bar.tsx'
import { ErrorPage } from './features/shell/error-page.tsx'
import { rememberSubmission, showsFullDisk } from './features/shell/full-disk.server.ts'
import { Footer } from './features/shell/footer.tsx'
import { Header } from './features/shell/header.tsx'
import { hasBox } from './features/shell/links.ts'
import { type Theme, readPreferences } from './features/shell/preferences.server.ts'
import { Sidebar } from './features/shell/sidebar.tsx'
import { themeColours } from './features/shell/theme-colours.ts'
import { StreamedHead } from './features/shell/streamed-head.tsx'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import {
  findRenderer,
  getFrameHandles,
  isConsole,
  isFramed,
  isHydrated,
  isRoom,
  leadsToPayment,
  linksStylesheet,
} from './platform/pages/handle.ts'
import { restoreFormAnswer } from './platform/forms/form-answer.server.ts'
import { rateLimitMiddleware } from './platform/limits/limits.server.ts'
import { shellScript } from './features/shell/scripts.ts'
import { siteScript } from './features/shell/site-script.server.ts'
import { userContext, recogniseVisitor } from './platform/session/session.server.ts'
import { orDefault } from './platform/pages/deferred.server.ts'
import { isStreamed } from './platform/pages/deferred.ts'
import { getInlineStyles, stylesheetUrl } from './features/shell/styles.ts'
import { takeToast } from './platform/session/toast.server.ts'
import { DISK_FULL } from './platform/text/disk-full.ts'
import { LampSprite } from './ui/icon.tsx'
import { Toast } from './ui/toast.tsx'

export const middleware: Route.MiddlewareFunction[] = [
  recogniseVisitor,
  rateLimitMiddleware,
  restoreFormAnswer,
  rememberSubmission,
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const read = Promise.all([
    settings(client, 'site'),
    settings(client, 'header'),
    settings(client, 'footer_social'),
    settings(client, 'demo'),
  ])
  // The shell does not wait: it shows the default texts until the stored ones are read.
  const user = context.get(userContext)
  const [[siteTexts, headerTexts, social, shownDemo], account] = await Promise.all([
    orDefault(request, read, [site, header, footerSocial, demo]),
    user && orDefault(request, ownAccount(user), accountWithoutProfile(user)),
  ])
  const { toast, expiredCookie: forget } = takeToast(request, context)
  return data(
    {
      account,
      hasOrders: context.get(siteContext).orders !== null,
      isDemo: context.get(siteContext).showsMail && shownDemo.is_present === 'yes',
      isDiskFull: showsFullDisk(context),
      preferences: readPreferences(request),
      siteScript,
      // Each toast gets its own id, so that two equal ones are both announced.
      toast: toast && { ...toast, at: Date.now() },
      name: siteTexts.name,
      footer: {
        name: siteTexts.name,
        mission: headerTexts.site_mission,
        facebook: social.social_facebook_url,
        twitter: social.social_twitter_url,
        instagram: social.social_instagram_url,
        email: social.social_email,
        dataPrice: siteTexts.data_price_per_mb,
      },
    },
    { headers: forget ? { 'set-cookie': forget } : {} },
  )
}

/** Returns the toast's cookie, and the headers of an error response (Retry-After). */
export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  const all = new Headers(loaderHeaders)
  errorHeaders?.forEach((value, name) => all.append(name, value))
  return all
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23d9962b' stroke-width='1.8'%3E%3Cpath d='M2 12c3 0 4 1 6 1h10c0 4-2.5 6-6.5 6S6 17 2 12zM3 4c1.5 1.9 2 2.7 2 3.7a2 2 0 0 1-4 0C1 6.7 1.5 5.9 3 4z'/%3E%3C/svg%3E"

/** Data of the page if the root's own loader failed. */
const withoutData = {
  account: null,
  hasOrders: false,
  isDemo: false,
  isDiskFull: false,
  preferences: { sidebar: 'expanded', theme: 'auto' },
  toast: null,
  siteScript: null,
  name: site.name,
  footer: {
    name: site.name,
    mission: header.site_mission,
    facebook: '',
    twitter: '',
    instagram: '',
    email: footerSocial.social_email,
    dataPrice: site.data_price_per_mb,
  },
} as const

export function Layout({ children }: { children: ReactNode }) {
  const {
    account,
    hasOrders,
    isDemo,
    isDiskFull,
    preferences,
    siteScript: script,
    toast,
    name,
    footer,
  } = useRouteLoaderData<typeof loader>('root') ?? withoutData
  const error = useRouteError()
  const matches = useMatches()
  const handles = getFrameHandles(
    matches.map(({ handle }) => handle),
    isUnknownPath(error),
    Boolean(error),
  )
  const hydrated = isHydrated(handles)
  // No page of a payment is hydrated, so the browser's build leaves its quiet frame out.
  const isTill = import.meta.env.SSR && leadsToPayment(handles)
  // The frame of a preview runs no script. No such page is hydrated either.
  const framed = import.meta.env.SSR && isFramed(handles)
  const renderNavigation = findRenderer(handles, 'renderNavigation')
  const streamed = isStreamed(matches.map(({ loaderData }) => loaderData))
  const { pathname } = useLocation()
  return (
    <html
      lang="en-NG"
      className={preferences.sidebar === 'collapsed' || isTill ? 'slim' : undefined}
      data-theme={preferences.theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <ThemeColour theme={preferences.theme} />
        <link rel="icon" href={ICON} />
        <link rel="manifest" href={href('/manifest.webmanifest')} />
        {/* The links of a page in a frame would replace it by pages that no frame may show. */}
        {framed && <base target="_blank" />}
        <Meta />
        {/* The browser hides a nonce from React, which would report a mismatch in development. Stylesheets need none. */}
        <Links nonce="" />
        {linksStylesheet(handles) ? (
          <link rel="stylesheet" href={stylesheetUrl} />
        ) : (
          <style dangerouslySetInnerHTML={{ __html: getInlineStyles(handles, account !== null) }} />
        )}
        {streamed && <StreamedHead />}
      </head>
      <body>
        <LampSprite />
        <div id="top" />
        <a className="skip" href="#main">
          Skip to content
        </a>
        {isRoom(handles) ? (
          children
        ) : (
          <>
            <Header
              name={name}
              account={account}
              hasOrders={hasOrders}
              withBox={import.meta.env.SSR && hasBox(pathname)}
              isTill={isTill}
              search={findRenderer(handles, 'renderSearch')?.()}
            />
            {renderNavigation ? (
              renderNavigation({ pathname, theme: preferences.theme })
            ) : (
              <Sidebar pathname={pathname} theme={preferences.theme} />
            )}
            <div className="page">
              {isDemo && <DemoBar inConsole={isConsole(handles)} />}
              <main id="main">
                {isDiskFull && (
                  <p className="note stop" role="alert">
                    {DISK_FULL}
                  </p>
                )}
                {children}
              </main>
              {!isConsole(handles) && (
                <Footer texts={footer} hasOrders={hasOrders} isHydrated={hydrated} leadsToPayment={isTill} />
              )}
            </div>
          </>
        )}
        {toast && <Toast key={toast.at} {...toast} />}
        {!isRoom(handles) && !framed && <script dangerouslySetInnerHTML={{ __html: shellScript }} suppressHydrationWarning />}
        {/* React would move it to the head with `async`. */}
        {script && !isConsole(handles) && !framed && <script src={script.src} integrity={script.integrity} defer />}
        {hydrated && <Scripts />}
        {import.meta.env.DEV && <script type="module" src="/app/islands/site.island.ts" />}
        {import.meta.env.DEV && !hydrated && <script type="module" src="/app/features/shell/reload-page.ts" />}
      </body>
    </html>
  )
}

/** The colour of the browser's bar: that of the paper, also where the theme is not the phone's. */
function ThemeColour({ theme }: { theme: Theme }) {
  return theme === 'auto' ? (
    <>
      <meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme:light)" />
      <meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme:dark)" />
    </>
  ) : (
    <meta name="theme-color" content={themeColours[theme]} />
  )
}

/**
 * Recognises a missing page, which looks the same at every address and shows nothing of the requested route. In the
 * browser a page keeps its frame.
 */
function isUnknownPath(error: unknown): boolean {
  return import.meta.env.SSR && isRouteErrorResponse(error) && error.status === 404
}

export { ErrorPage as ErrorBoundary }

export default function Site() {
  return <Outlet />
}
