// Runs only on static pages in development. Vite sends the event (vite/reload-static-pages.ts).
import.meta.hot?.on('lamplight:page-changed', () => location.reload())
