import type { Theme } from './preferences.server.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/**
 * The choice of light or dark. Hidden until the shell's script runs, which stores it and may run before React hydrates
 * the page.
 */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  return (
    <fieldset className="theme" hidden suppressHydrationWarning>
      <legend className="sr">Light or dark</legend>
      {themes.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} defaultChecked={value === theme} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
