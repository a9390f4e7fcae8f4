import { data, href, type RouterContextProvider } from 'react-router'
import { backendContext, visitorClient } from '#app/services/backend.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatMoment } from '#app/platform/text/dates.ts'
import { checkForm, type FieldErrors, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { actionResult, sentences } from '../console/action-result.ts'
import { requireAdmin } from '../console/require-admin.server.ts'
import { moneyRules } from '../earnings/queries.server.ts'
import { ownPicture } from '../sharing/own-picture.server.ts'
import { groupForm } from './schema.ts'
import { type TextGroup, textGroup } from './groups.ts'
import { countFigures, readEarlierVersions, readGroup, saveGroup } from './admin.server.ts'

type Arguments = { request: Request; params: { group: string }; context: Readonly<RouterContextProvider> }

/**
 * Loads a group for its page. The fields show the default texts with ?defaults, and those before a change with ?before,
 * its time; they are saved only with the form.
 */
export async function loadGroup(section: TextGroup['section'], { request, params, context }: Arguments) {
  const admin = requireAdmin(context)
  const group = groupAt(section, params.group)
  const claims = group.fields.some((field) => field.claims)
  const [stored, rules, figures] = await Promise.all([
    readGroup(admin, group),
    moneyRules(visitorClient(context)),
    claims ? countFigures(admin).catch(orLog('Could not count the statistics behind the claims', null)) : null,
  ])
  const versions = await readEarlierVersions(admin, group, stored).catch(orLog('Could not read earlier versions of texts', []))
  const { searchParams } = new URL(request.url)
  const earlier = versions.find(({ at }) => at === searchParams.get('before'))
  const year = thisYear()
  return {
    group,
    rules,
    stored: stored.fields,
    preset: searchParams.has('defaults')
      ? { what: 'the default texts', fields: stored.defaults }
      : earlier
        ? { what: `the version before ${formatMoment(earlier.at)}`, fields: earlier.fields }
        : null,
    versions: versions.map(({ at, who, changed }) => ({ at, who, changed })),
    changed: Object.keys(stored.rows).length > 0,
    version: stored.version,
    figures,
    yearOffer: group.fields.some(({ key, kind }) => kind === 'year' && Number(stored.fields[key]) < year) ? year : null,
  }
}

/** Saves a group's form, or raises its year (`raise`). Visitors see the change at once. */
export async function saveGroupForm(section: TextGroup['section'], { request, params, context }: Arguments) {
  const admin = requireAdmin(context)
  const group = groupAt(section, params.group)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const year = thisYear()
  // Browsers do not send unticked boxes.
  const input = Object.fromEntries(group.fields.map(({ key }) => [key, submitted[key] ?? '']))
  if (submitted.intent === 'raise') {
    Object.assign(
      input,
      Object.fromEntries(group.fields.flatMap(({ key, kind }) => (kind === 'year' ? [[key, String(year)]] : []))),
    )
  }
  const { values, errors } = checkForm(groupForm(group, year), input)
  const wrong = errors ?? foreignPictures(values)
  if (!values || Object.keys(wrong).length > 0) {
    return data(actionResult(sentences.fields, { errors: wrong, values: submitted }), { status: 400 })
  }
  try {
    const stored = await readGroup(admin, group)
    if (stored.version === submitted.version && (await saveGroup(admin, group, stored, values))) {
      return redirectWithToast(context, href(`/admin/${section}/:group`, { group: group.id }), {
        title: 'Saved',
        ...(group.see && { text: 'Visitors see it now.' }),
      })
    }
    const now = await readGroup(admin, group)
    return data(
      actionResult(sentences.changed, {
        values: submitted,
        stored: {
          version: now.version,
          fields: group.fields.flatMap(({ key, label }) =>
            now.fields[key] === values[key] ? [] : [{ label, value: now.fields[key] ?? '' }],
          ),
        },
      }),
      { status: 409 },
    )
  } catch (error) {
    logFailure('Could not save a group of texts', error)
    return data(actionResult(sentences.failed, { values: submitted }), { status: 502 })
  }

  function foreignPictures(checked: Record<string, string>): FieldErrors {
    const reason = 'This picture is not in our own storage. Its address has /storage/v1/object/public/ in it'
    return Object.fromEntries(
      group.fields.flatMap(({ key, kind }) =>
        kind === 'picture' && checked[key] && !ownPicture(checked[key], context.get(backendContext)) ? [[key, reason]] : [],
      ),
    )
  }
}

const thisYear = () => Number(dayInLagos(new Date()).slice(0, 4))

function groupAt(section: TextGroup['section'], id: string): TextGroup {
  const group = textGroup(section, id)
  if (!group) {
    throw notFound('Page Not Found', 'The console has no such texts.', {
      to: href(`/admin/${section}`),
      label: 'Back to the list',
    })
  }
  return group
}
