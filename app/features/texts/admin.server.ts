import { createHash } from 'node:crypto'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { getDefaults } from './defaults.server.ts'
import { type Figures, type TextGroup, textGroups } from './groups.ts'

export type StoredGroup = {
  /** The current texts by key. */
  fields: Record<string, string>
  defaults: Record<string, string>
  /** The stored rows by key. */
  rows: Record<string, string>
  /** Identifies this state of the rows. */
  version: string
}

/** Returns a stored group. Throws if the backend failed. */
export async function readGroup(admin: CurrentUser, group: TextGroup): Promise<StoredGroup> {
  const rows = Object.fromEntries((await getRows(admin, group)).map(({ key, value }) => [key, value]))
  const defaults = getDefaults(group)
  const named = group.fields.map(({ key }) => [key, rows[key] ?? null])
  return {
    fields: { ...defaults, ...rows },
    defaults,
    rows,
    version: createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 22),
  }
}

/**
 * Saves a group's form unless it was changed since it was read. A key that is changed to its default text has no row
 * afterwards.
 * @returns false if another admin saved it in the meantime.
 * @throws if the backend rejected it or failed.
 */
export async function saveGroup(
  admin: CurrentUser,
  group: TextGroup,
  { rows, defaults }: StoredGroup,
  values: Record<string, string>,
): Promise<boolean> {
  // A stored default remains a row: its removal would be logged as a change to an empty text.
  const wanted = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === defaults[key] && value !== rows[key] ? null : value]),
  )
  const { data } =
    group.table === 'settings'
      ? await admin.client.rpc('save_settings', { of_group: group.name, expected: rows, wanted }).throwOnError()
      : await admin.client.rpc('save_texts', { of_section: group.name, expected: rows, wanted }).throwOnError()
  publicCache.invalidate('site')
  return data
}

/** The texts of a group before a change. `at`: when it was saved; `who`: the admin, null for a deleted account. */
export type EarlierVersion = { at: string; who: string | null; changed: string[]; fields: Record<string, string> }

/** Returns the versions of a group that the audit log has, the newest first. Throws if the backend failed. */
export async function readEarlierVersions(
  admin: CurrentUser,
  { table, name, fields }: TextGroup,
  { fields: current, defaults }: StoredGroup,
): Promise<EarlierVersion[]> {
  const { data } = await admin.client
    .rpc('text_changes', { of_table: table, of_group: name, keys: fields.map(({ key }) => key) })
    .throwOnError()
  const versions: { at: string; who: string | null; keys: Set<string>; fields: Record<string, string> }[] = []
  // The keys of a form are saved in one transaction, and so at one time.
  for (const { changed_at: at, actor: who, key, before } of data) {
    const last = versions.at(-1)
    const version = last?.at === at ? last : { at, who, keys: new Set<string>(), fields: { ...(last?.fields ?? current) } }
    version.keys.add(key)
    version.fields[key] = before ?? defaults[key] ?? ''
    if (version !== last) {
      versions.push(version)
    }
  }
  return versions.map(({ keys, ...version }) => ({
    ...version,
    changed: fields.filter(({ key }) => keys.has(key)).map(({ label }) => label),
  }))
}

/**
 * Returns the time of the last change of each group of a section; null for those with only defaults. Throws if the
 * backend failed.
 */
export async function groupChanges(admin: CurrentUser, section: TextGroup['section']): Promise<Record<string, string | null>> {
  const [settings, texts] = await Promise.all([
    admin.client.from('settings').select('group_name, setting_key, setting_value, updated_at').throwOnError(),
    admin.client.from('ui_content').select('page_section, content_key, content_value, updated_at').throwOnError(),
  ])
  const rows = new Map([
    ...settings.data.map(
      (row) => [`settings ${row.group_name} ${row.setting_key}`, [row.setting_value, row.updated_at]] as const,
    ),
    ...texts.data.map(
      (row) => [`ui_content ${row.page_section} ${row.content_key}`, [row.content_value, row.updated_at]] as const,
    ),
  ])
  return Object.fromEntries(
    textGroups
      .filter((group) => group.section === section)
      .map((group) => {
        const defaults = getDefaults(group)
        const moments = group.fields.flatMap(({ key }) => {
          const [value, moment] = rows.get(`${group.table} ${group.name} ${key}`) ?? []
          // The seed stores default texts, so such a row is not a change.
          return value === undefined || moment === undefined || value.trim() === (defaults[key] ?? '').trim() ? [] : [moment]
        })
        return [group.id, moments.toSorted().at(-1) ?? null]
      }),
  )
}

/** Counts the statistics about which the site makes claims. Throws if the backend rejected the call or failed. */
export async function countFigures(admin: CurrentUser): Promise<Figures> {
  const { data } = await admin.client.rpc('counted_statistics').single().throwOnError()
  return data
}

async function getRows(admin: CurrentUser, { table, name, fields }: TextGroup): Promise<{ key: string; value: string }[]> {
  const keys = fields.map(({ key }) => key)
  if (table === 'settings') {
    const { data } = await admin.client
      .from('settings')
      .select('key:setting_key, value:setting_value')
      .eq('group_name', name)
      .in('setting_key', keys)
      .throwOnError()
    return data
  }
  const { data } = await admin.client
    .from('ui_content')
    .select('key:content_key, value:content_value')
    .eq('page_section', name)
    .in('content_key', keys)
    .throwOnError()
  return data
}
