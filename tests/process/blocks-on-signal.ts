// Loaded into a process before anything else: SIGUSR2 blocks its main thread forever.
process.on('SIGUSR2', () => {
  for (;;) {
    // Blocked on purpose.
  }
})
