/*
 * Runs before each file of unit tests. A worker runs many files and loads @supabase/lite once; the repairs must be
 * loaded before it, whichever file is first (server/backend/start.ts).
 */
import '#server/backend/lite/auth/native-bcrypt.ts'
import '#server/backend/lite/quiet.ts'
import '#server/backend/lite/storage/switch.ts'
