import type { Database as Generated } from './database.types.ts'

type Functions = Generated['public']['Functions']

/**
 * The nullable arguments of our database functions. PostgreSQL does not declare nullability, so the generated types
 * omit it. A name that no function has is a type error.
 */
type NullableArguments = Known<{
  answer_topic_request: 'material'
  cache_invalidations_since: 'after_id'
  approve_upload: 'new_selar_link' | 'new_pages' | 'new_year' | 'new_preview' | 'note'
  save_imported_pictures: 'new_image_url'
  save_file_metadata: 'pages' | 'words' | 'first_chapter' | 'reading_note'
}>

type Known<Names extends { [Name in keyof Names]: Name extends keyof Functions ? keyof Functions[Name]['Args'] : never }> = Names

type OrNull<Arguments, Names> = { [Name in keyof Arguments]: Name extends Names ? Arguments[Name] | null : Arguments[Name] }

/** The types of our tables and functions, as the database accepts them. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Functions'> & {
    Functions: {
      [Name in keyof Functions]: Name extends keyof NullableArguments
        ? Omit<Functions[Name], 'Args'> & { Args: OrNull<Functions[Name]['Args'], NullableArguments[Name]> }
        : Functions[Name]
    }
  }
}

/** The outcomes that our functions return, by the name of the enum. */
export type Enums = Generated['public']['Enums']
