import { configureGlobal } from 'fast-check'

// a mutant is killed in every run or in none
configureGlobal({ seed: 1 })
