import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loadInstallation } from '@/features/registry/installation'
import { Button, Card, EmptyState, Page, PageBody, PageHeader, SearchBox } from '@/ui'
import { findHelp } from './find-help'
import classes from './help-page.module.css'
import { HelpTopicSection } from './help-topic-section'
import { texts } from './texts'
import { TOPICS } from './topics'

const CONTACTS = 'contatos'

/** Guides and questions by subject, with search; every subject and entry has an anchor. */
export default function HelpPage() {
  const [search, setSearch] = useState('')
  const { hash } = useLocation()
  const found = findHelp(TOPICS, search)
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <Page>
      <PageHeader title={texts.title} />
      <PageBody>
        <div className={classes.search}>
          <SearchBox label={texts.search} value={search} onSearch={setSearch} />
          <span role="status" className={classes.count}>
            {search && texts.found(count)}
          </span>
        </div>
        {found.length === 0 ? (
          <EmptyState title={texts.nothing(search)} text={texts.nothingText}>
            <Button kind="secondary" onClick={() => setSearch('')}>
              {texts.clear}
            </Button>
          </EmptyState>
        ) : (
          <div className={classes.columns}>
            <nav aria-label={texts.topics} className={classes.index}>
              <ul>
                {[...found, { id: CONTACTS, title: texts.contacts.title }].map(({ id, title }) => (
                  <li key={id}>
                    <Link to={`#${id}`}>{title}</Link>
                  </li>
                ))}
              </ul>
            </nav>
            <div className={classes.topics}>
              {found.map((topic) => (
                <HelpTopicSection key={topic.id} topic={topic} isSearch={search !== ''} anchor={hash.slice(1)} />
              ))}
              <section id={CONTACTS} className={classes.topic}>
                <h2 className={classes.title}>{texts.contacts.title}</h2>
                <div className={classes.contacts}>
                  <SupportCard />
                  {texts.contacts.items.map(({ title, text }) => (
                    <Card key={title}>
                      <h3 className={classes.contact}>{title}</h3>
                      <p className={classes.text}>{text}</p>
                    </Card>
                  ))}
                </div>
              </section>
            </div>
          </div>
        )}
      </PageBody>
    </Page>
  )
}

/** Whom the operator names; without that, a sentence says whom to ask. */
function SupportCard() {
  const { data } = useQuery(loadInstallation)
  const words = texts.contacts.support
  const { email, telefone } = data?.suporte ?? { email: null, telefone: null }
  return (
    <Card>
      <h3 className={classes.contact}>{words.title}</h3>
      {email !== null || telefone !== null ? (
        <dl className={classes.ways}>
          {email !== null && (
            <div>
              <dt>{words.email}</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
          )}
          {telefone !== null && (
            <div>
              <dt>{words.phone}</dt>
              <dd>
                <a href={`tel:${telefone.replace(/[^\d+]/g, '')}`}>{telefone}</a>
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className={classes.text}>{words.ask}</p>
      )}
      <p className={classes.text}>{words.text}</p>
    </Card>
  )
}
