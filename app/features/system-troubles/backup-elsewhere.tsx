/** The settings, and the line of cron, that put a copy of the backups on another machine. */
const LINES = `BACKUP_DIR=/mnt/backups/lamplight
BACKUP_PASSPHRASE_FILE=/etc/lamplight.passphrase
30 4 * * * rsync -a /mnt/backups/lamplight/ backup@other-machine:lamplight/`

/** Says that the nightly backups would be lost together with the data, and how to change that. */
export function BackupElsewhere() {
  return (
    <section className="stack" aria-labelledby="backup-elsewhere">
      <h2 id="backup-elsewhere">No copy of the backup elsewhere</h2>
      <p className="small soft">
        Each night&rsquo;s backup is beside the data, so a lost disk takes both. Three lines put a copy on another machine.
      </p>
      <details>
        <summary className="btn">Show how</summary>
        <p className="small">The first two are settings of the site (then restart it), the third is a line of cron.</p>
        <pre className="commands">{LINES}</pre>
      </details>
    </section>
  )
}
