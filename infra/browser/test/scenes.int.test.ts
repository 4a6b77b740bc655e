import { playScenes } from './theatre.ts'

// The other two pairs of language and theme, and the way there in English, are in scenes.slow.int.test.ts.
playScenes({ language: 'th', theme: 'light', width: 390 }, { language: 'en', theme: 'dark', width: 390 })
