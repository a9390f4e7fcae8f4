import { Form, href } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import type { Enums } from '#app/services/database.ts'
import type { ChangedSearch, Proposal } from './proposals.server.ts'

const reasons: Readonly<Record<Enums['proposal_reason'], string>> = {
  initials: 'Words of titles that begin with its letters',
  spelled_out: 'A work writes this in full before it',
  spelling: 'A word of titles that is spelled much like it',
  split: 'Two words, typed as one',
  joined: 'One word, typed as two',
  mentioned: 'The works that mention it are about this',
}

/** Proposed thesaurus entries with their effect, each to accept or dismiss. Null if they could not be read. */
export function Proposals({ proposals }: { proposals: readonly Proposal[] | null }) {
  if (proposals?.length === 0) {
    return null
  }
  return (
    <section className="stack" aria-labelledby="proposals">
      <h2 id="proposals">Proposed for the thesaurus</h2>
      {proposals === null ? (
        <p>They could not be loaded.</p>
      ) : (
        <>
          <p className="small soft">
            Lines that would help searches below. Each was tried on them and on searches whose right results are known. Nothing is
            added until you accept it.
          </p>
          <ul className="lines">
            {proposals.map((proposal) => (
              <li key={proposal.id} data-row>
                <ProposalLine proposal={proposal} />
                <Form method="post" className="row wide-line" preventScrollReset>
                  <AccountField />
                  <input type="hidden" name="id" value={proposal.id} />
                  <button className="btn go" name="intent" value="accept" aria-label={`Accept ${getLine(proposal)}`}>
                    Accept
                  </button>
                  <button className="btn bare no" name="intent" value="dismiss" aria-label={`Dismiss ${getLine(proposal)}`}>
                    Dismiss
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const getLine = ({ term, meaning }: Proposal) => `${term} = ${meaning}`
const formatCount = (count: number, one: string) => `${count.toLocaleString('en-NG')} ${one}${count === 1 ? '' : 's'}`

function ProposalLine({ proposal }: { proposal: Proposal }) {
  const { words, kind, visitors, reason, total, found, searches } = proposal
  const one = kind === 'topic' ? 'topic' : 'work'
  return (
    <div className="proposal wide-line">
      <div>
        <p className="name">{getLine(proposal)}</p>
        <p className="small soft">{`${reasons[reason]}. ${visitors} visitors missed “${words}” among the ${kind}s.`}</p>
      </div>
      <div>
        <p className="small">{`That search would find ${formatCount(total, `more ${one}`)}${total > found.length ? ', such as' : ''}:`}</p>
        <ul className="small">
          {found.map(({ title, slug }) => (
            <li key={title}>{slug === null ? title : <a href={href('/material-preview/:key', { key: slug })}>{title}</a>}</li>
          ))}
        </ul>
      </div>
      <ChangedSearches searches={searches} />
    </div>
  )
}

function ChangedSearches({ searches }: { searches: readonly ChangedSearch[] }) {
  const missed = searches.filter(({ judged }) => !judged)
  const judged = searches.filter((search) => search.judged)
  return (
    <details>
      <summary className="small">{`Before and after, ${formatCount(searches.length, 'search').replace(/searchs$/, 'searches')}`}</summary>
      <ul className="small">
        {missed.map(({ words, kind, before, after, exact_before, exact_after }) => (
          <li key={kind + words}>
            {`“${words}”, missed among the ${kind}s: ${before} found → ${after}, in full ${exact_before} → ${exact_after}`}
          </li>
        ))}
        {judged.map(({ words, kind, ndcg_before, ndcg_after, exact_before, exact_after }) => (
          <li key={`judged ${kind}${words}`}>
            {ndcg_before === null || ndcg_after === null
              ? `“${words}”, should find no ${kind}: in full ${exact_before} → ${exact_after}`
              : `“${words}”, rated ${kind}s: ${formatScore(ndcg_before)} → ${formatScore(ndcg_after)} of 100`}
          </li>
        ))}
        {judged.length === 0 && <li>None of the searches with known results has this word.</li>}
      </ul>
    </details>
  )
}

/** Returns nDCG@10 in hundredths. */
const formatScore = (ndcg: number) => Math.round(100 * ndcg).toString()
