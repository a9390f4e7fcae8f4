import { href } from 'react-router'
import { useContext } from 'react'
import { listPosts } from '../features/blog/queries.server.ts'
import { ownPicture } from '../features/sharing/own-picture.server.ts'
import { organizationStructuredData } from '../features/home/structured-data.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { type Backend, backendContext, filesOrigin, visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { SellingContext } from '#app/services/orders.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { userContext } from '../platform/session/session.server.ts'
import { marketplacePath } from '#app/features/search/schema.ts'
import { HeroLamp } from '../features/home/hero-lamp.tsx'
import { EarningsCalculator } from '../features/home/earnings-calculator.tsx'
import { earningsExample } from '../features/home/earnings-example.ts'
import { Steps } from '../features/home/steps.tsx'
import { Trust } from '../features/home/trust.tsx'
import { BookShelf } from '../features/materials/book-shelf.tsx'
import { emptyWindow, readShopWindow } from '../features/materials/shop-window.server.ts'
import { features, popularSearches, popularTopics } from '../features/home/content.ts'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { getRefundRule, firstRules, withRules } from '../features/earnings/rules.ts'
import { settings, texts } from '../features/settings/queries.server.ts'
import { GlobalSearchBox } from '../features/shell/global-search.tsx'
import { Quote } from '../features/testimonials/quote.tsx'
import { readTestimonials, sampleTestimonials } from '../features/testimonials/testimonials.server.ts'
import * as defaults from '../features/settings/defaults.ts'
import { orDefault } from '../platform/pages/deferred.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { SubjectTiles } from '../ui/subject-tiles.tsx'
import type { Route } from './+types/home'

export const handle: Handle = { styles: 'home', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const backend = context.get(backendContext)
  // The default text is shown while the hero is read, on error, or when no rows return (SPEC 4); the rest of this page
  // is constant.
  const [hero, site, social, posts, response, topics, rules, window] = await Promise.all([
    orDefault(request, texts(client, 'hero'), defaults.hero),
    orDefault(request, settings(client, 'site'), defaults.site),
    orDefault(request, settings(client, 'footer_social'), defaults.footerSocial),
    orDefault(request, listPosts(client), []),
    orDefault(request, readTestimonials(client, filesOrigin(backend)), sampleTestimonials),
    orDefault(request, texts(client, 'topics'), defaults.topics),
    orDefault(request, moneyRules(client), firstRules),
    orDefault(request, readShopWindow(client), emptyWindow),
  ])
  const url = `${context.get(siteContext).url}/`
  const [newest] = posts
  return {
    hero,
    testimonials: response,
    half: withRules('{Half}', rules),
    example: earningsExample(new URL(request.url).searchParams, rules),
    // The calculator was sent.
    asksExample: new URL(request.url).searchParams.has('price'),
    platformPercent: 100 - rules.sharePercent,
    refundRule: getRefundRule(rules),
    window,
    topicsClaim: topics.topics_count,
    post: newest
      ? { title: newest.post_title, text: newest.sub_title ?? newest.excerpt, to: href('/blog/:key', { key: newest.slug }) }
      : null,
    description: site.description,
    signedIn: context.get(userContext) !== null,
    platform: {
      url,
      name: site.name,
      description: site.description,
      email: site.support_email,
      logo: logoAt(site.logo, url, backend),
      profiles: [social.social_facebook_url, social.social_twitter_url, social.social_instagram_url].filter((address) =>
        address.startsWith('https://'),
      ),
    },
    canonical: url,
  }
}

/** Returns the address of the logo: the admin's file if there is one, else the drawn mark. */
function logoAt(chosen: string, url: string, backend: Backend): string {
  const own = ownPicture(chosen, backend)
  return own ? backend.publicFilesUrl + own : `${url}share/mark.png`
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Nursing research materials for Nigerian students',
        description: loaderData.description,
        canonical: loaderData.canonical,
      })
    : []
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, testimonials, topicsClaim, post, platform, half, signedIn, window, asksExample } = loaderData
  const selling = useContext(SellingContext)
  const statistics = [
    [hero.stats_projects_count, hero.stats_projects_label],
    [hero.stats_materials_count, hero.stats_materials_label],
    [hero.stats_colleges_count, hero.stats_colleges_label],
    [hero.stats_experts_count, hero.stats_experts_label],
  ] as const
  return (
    <>
      <JsonLd data={organizationStructuredData(platform)} />
      <div className="hero">
        <section className="welcome">
          <h1>{hero.hero_title}</h1>
          <p>{hero.hero_subtitle}</p>
          <GlobalSearchBox classes={{ form: 'find', field: 'field', button: 'btn go' }}>Find</GlobalSearchBox>
          <a className="btn lit" href={href('/marketplace')}>
            Browse Materials
          </a>
          <HeroLamp />
        </section>
        {window.products.length > 0 && (
          <section>
            <ShelfHeading
              to={window.is_most_opened ? marketplacePath({ order: 'opened' }) : href('/marketplace')}
              link={`See all ${window.works.toLocaleString('en-NG')}`}
            >
              {window.is_most_opened ? 'Most opened this month' : 'Newest in the shop'}
            </ShelfHeading>
            <BookShelf materials={window.products} />
          </section>
        )}
      </div>
      <dl className="stats">
        {statistics.map(([count, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <section className="stack">
        <h2>From question to file in three steps</h2>
        <Steps selling={selling} />
      </section>
      <section className="stack">
        <h2>Before you pay</h2>
        <Trust refundRule={loaderData.refundRule} selling={selling} window={window} />
      </section>
      {window.free.length > 0 && (
        <section>
          <ShelfHeading to={marketplacePath({ price: 0 })} link="All free">
            Free to download
          </ShelfHeading>
          <BookShelf materials={window.free} />
        </section>
      )}
      <section className="stack">
        <h2>Popular Research Topics</h2>
        <SubjectTiles tiles={popularTopics.map((area) => ({ area, to: marketplacePath({ search: area }) }))} />
        <p>
          No topic yet? <a href={href('/find-a-topic')}>Find a topic for me</a>: five free topics for your programme and place.
        </p>
      </section>
      <section className="stack">
        <h2>What you can do here</h2>
        <ul className="features">
          {features.map(({ title, text, to, button }) => (
            <li key={to}>
              <h3>{title}</h3>
              <p className="soft wide">{text}</p>
              <a className="btn" href={to}>
                {button}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack">
        <h2>Featured Resources</h2>
        <div className="grid3 resources">
          <FeaturedCard kind="Blog" title={post?.title ?? 'Guides for your project'} to={post?.to ?? href('/blog')}>
            {post?.text ?? 'From the first idea to the bound copy, in plain words.'}
          </FeaturedCard>
          <FeaturedCard kind="Free directory" title={`${topicsClaim} topics, by subject area`} to={href('/topics-directory')}>
            Each with a line on what makes it worth studying. No account needed.
          </FeaturedCard>
          <FeaturedCard kind="Writing services" title="A second pair of eyes before you submit" to={href('/writing-services')}>
            Editing, formatting and statistics, agreed on WhatsApp before any payment.
          </FeaturedCard>
        </div>
        <div>
          <p className="small soft" id="popular-searches">
            Popular searches
          </p>
          <div className="chips sideways" role="group" aria-labelledby="popular-searches">
            {popularSearches.map((search) => (
              <a key={search} className="chip" href={marketplacePath({ search })}>
                {search}
              </a>
            ))}
          </div>
        </div>
      </section>
      <section className="card grid2" id="earn">
        <div className="stack">
          <h2>Share Your Knowledge &amp; Earn</h2>
          <p>
            Your project is on a shelf at home. Put it where the next set can learn from it. {half} of every sale is yours, paid
            to your bank account.
          </p>
          <p>
            <a className="btn go" href={signedIn ? href('/upload-materials') : `${href('/auth')}?next=/upload-materials`}>
              Start Uploading Materials
            </a>
          </p>
          <p className="small">
            <a href={`${href('/faq')}#reviews-and-payouts`}>How reviews and payouts work</a>
          </p>
        </div>
        <details className="ask" open={asksExample || undefined}>
          <summary>What would yours earn?</summary>
          <EarningsCalculator example={loaderData.example} platformPercent={loaderData.platformPercent} />
        </details>
      </section>
      <section className="stack">
        <h2 id="students-say">What students say</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, so the keyboard has to reach it */}
        <div className="grid3 sideways" role="region" aria-labelledby="students-say" tabIndex={0}>
          {testimonials.map((one, at) => (
            <Quote key={`${one.name} ${one.content}`} testimonial={one} at={at} />
          ))}
        </div>
      </section>
    </>
  )
}

function ShelfHeading({ to, link, children }: { to: string; link: string; children: string }) {
  return (
    <div className="row between">
      <h2>{children}</h2>
      <a className="more" href={to}>
        {link}
      </a>
    </div>
  )
}

function FeaturedCard({ kind, title, to, children }: { kind: string; title: string; to: string; children: string }) {
  return (
    <article className="card stack">
      <p className="caps soft">{kind}</p>
      <h3 className="name">
        <a href={to}>{title}</a>
      </h3>
      <p className="soft wide">{children}</p>
    </article>
  )
}
