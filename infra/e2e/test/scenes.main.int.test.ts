import { playScenes } from './theatre.ts'

// All scenes, in the other looks too, and the way there in English, are in scenes.slow.int.test.ts.
playScenes('main', { language: 'th', theme: 'light', width: 390 })
