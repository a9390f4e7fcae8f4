// Runs on static pages in development alone. Vite sends the event (vite/reload-static-pages.ts).
import.meta.hot?.on('lamplight:page-changed', () => location.reload())
