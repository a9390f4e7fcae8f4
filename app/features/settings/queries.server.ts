import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { defaults, type Texts } from './defaults.ts'

type Groups<Table extends keyof typeof defaults> = (typeof defaults)[Table]

/**
 * Returns a settings group: the defaults, each key overridden by its row. Never fails: if the backend cannot be read,
 * it returns the defaults. `client` is a visitor's.
 */
export async function settings<Group extends keyof Groups<'settings'>>(
  client: Client,
  group: Group,
): Promise<Texts<Groups<'settings'>[Group]>> {
  return overridden(defaults.settings[group], (rows) => rows.settings.get(group), client)
}

/** Returns the texts of a section in the same way (SPEC 4: default text on error or when no rows return). */
export async function texts<Section extends keyof Groups<'ui_content'>>(
  client: Client,
  section: Section,
): Promise<Texts<Groups<'ui_content'>[Section]>> {
  return overridden(defaults.ui_content[section], (rows) => rows.texts.get(section), client)
}

/**
 * Returns the rows of a settings group without defaults, each with the time of its last change (UTC). Empty if the
 * backend cannot be read.
 */
export async function settingsRows(client: Client, group: string): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await publicCache.get('site', () => readAll(client)).catch(orLog('Could not read settings and texts', null))
  const changed = rows?.settingsChanged
  return new Map(
    [...(rows?.settings.get(group) ?? [])].map(([key, value]) => [
      key,
      { value, changed: changed?.get(`${group} ${key}`) ?? '' },
    ]),
  )
}

/** A stored value of a setting. `changed`: the time of its last change, as ISO 8601. */
export type StoredSetting = { value: string; changed: string }

type Rows = {
  settings: Map<string, Map<string, string>>
  settingsChanged: Map<string, string>
  texts: Map<string, Map<string, string>>
}

async function overridden<Defaults extends Record<string, string>>(
  base: Defaults,
  pick: (rows: Rows) => Map<string, string> | undefined,
  client: Client,
): Promise<Texts<Defaults>> {
  const rows = await publicCache.get('site', () => readAll(client)).catch(orLog('Could not read settings and texts', null))
  const found = rows && pick(rows)
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, found?.get(key) ?? value])) as Texts<Defaults>
}

/** Reads both tables whole, because they are small and every page needs them. */
async function readAll(client: Client): Promise<Rows> {
  const [settingRows, textRows] = await Promise.all([
    client.from('settings').select('group_name, setting_key, setting_value, updated_at').throwOnError(),
    client.from('ui_content').select('page_section, content_key, content_value').throwOnError(),
  ])
  const rows: Rows = { settings: new Map(), settingsChanged: new Map(), texts: new Map() }
  for (const { group_name, setting_key, setting_value, updated_at } of settingRows.data) {
    put(rows.settings, group_name, setting_key, setting_value)
    rows.settingsChanged.set(`${group_name} ${setting_key}`, updated_at)
  }
  for (const { page_section, content_key, content_value } of textRows.data) {
    put(rows.texts, page_section, content_key, content_value)
  }
  return rows
}

function put(into: Map<string, Map<string, string>>, group: string, key: string, value: string): void {
  const found = into.get(group) ?? new Map<string, string>()
  found.set(key, value)
  into.set(group, found)
}
