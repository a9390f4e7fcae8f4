/**
 * The environment variables with which this process was started, for child processes that read the same settings.
 * `process.env` may differ later: libraries and our own code set variables for this process alone.
 */
export const childEnvironment: Readonly<NodeJS.ProcessEnv> = Object.freeze({ ...process.env })
