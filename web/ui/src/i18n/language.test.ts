import { expect, test, vi } from 'vitest'

/** A page of a browser that has kept so much. */
async function opened(kept: Record<string, string>) {
  vi.resetModules()
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  }
  vi.stubGlobal('window', { localStorage: storage, location: { protocol: 'https:' } })
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' })
  const language = await import('./language.ts')
  await language.startLanguage()
  return { ...language, kept }
}

test('WB-17 a page is in Thai unless the person chose English, which is kept; dates are en-GB in both', async () => {
  const first = await opened({})
  expect(first.currentLanguage()).toBe('th')
  const { formatDay, formatDayAndTime } = await import('../format/dates.ts')
  const noon = new Date(2026, 10, 23, 12, 5)
  const dates = () => [formatDay(noon), formatDayAndTime(noon)]
  expect(dates()).toEqual(['23/11/2026', '23/11/2026, 12:05'])
  await first.changeLanguage('en')
  expect(first.currentLanguage()).toBe('en')
  expect(dates()).toEqual(['23/11/2026', '23/11/2026, 12:05'])
  expect((await opened(first.kept)).currentLanguage()).toBe('en')
  expect((await opened({ 'talad.language': '"de"' })).currentLanguage()).toBe('th')
})

test('GW-5 a site is shown in a language that it has: the one that was chosen, else its first', async () => {
  const spoken = async (kept: Record<string, string>, languages: ('th' | 'en')[]) => {
    const { speakAsSite, currentLanguage } = await opened(kept)
    await speakAsSite(languages)
    return currentLanguage()
  }
  const english = { 'talad.language': '"en"' }
  expect(await spoken({}, ['th', 'en'])).toBe('th')
  expect(await spoken({}, ['en', 'th'])).toBe('en')
  expect(await spoken(english, ['th', 'en'])).toBe('en')
  expect(await spoken(english, ['th'])).toBe('th')
  expect(english).toEqual({ 'talad.language': '"en"' }) // other sites have it
})

test('WB-17 texts that come after the language of the page are brought in it, again where they could not be fetched', async () => {
  const { comesWithLanguage, loadLateTexts } = await opened({ 'talad.language': '"en"' })
  const fetched: string[] = []
  let isThere = false
  comesWithLanguage(async (language) => {
    if (!isThere) throw new Error('no network')
    fetched.push(language)
  })
  await expect(loadLateTexts()).rejects.toThrow('no network')
  isThere = true
  await loadLateTexts()
  await loadLateTexts()
  expect(fetched).toEqual(['en'])
})
