import { IconBuilding, IconFlask, IconKeyboard } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '@/app/paths'
import { Wordmark } from '@/ui/brand/wordmark'
import classes from './landing-page.module.css'
import { SampleReceipt } from './sample-receipt'
import { texts } from './texts'

const FACTS = [
  { icon: IconKeyboard, title: texts.keyboard, text: texts.keyboardText },
  { icon: IconBuilding, title: texts.companies, text: texts.companiesText },
  { icon: IconFlask, title: texts.testing, text: texts.testingText },
]

/** The public first page. Plain HTML and CSS: nothing of the component library is loaded for it. */
export default function LandingPage() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Wordmark size={32} />
        <Link to={paths.dashboard} className={classes.secondary}>
          {texts.enterPanel}
        </Link>
      </header>
      <main className={classes.main}>
        <div className={classes.promise}>
          <h1 className={classes.title}>{texts.title}</h1>
          <p className={classes.tagline}>{texts.tagline}</p>
          <Link to={paths.dashboard} className={classes.primary}>
            {texts.enterSystem}
          </Link>
        </div>
        <div className={classes.paper}>
          <SampleReceipt />
        </div>
      </main>
      <footer className={classes.counter}>
        <ul className={classes.facts}>
          {FACTS.map(({ icon: Icon, title, text }) => (
            <li key={title} className={classes.fact}>
              <Icon size={24} stroke={1.5} aria-hidden="true" />
              <div>
                <strong>{title}</strong>
                <span>{text}</span>
              </div>
            </li>
          ))}
        </ul>
      </footer>
    </div>
  )
}
