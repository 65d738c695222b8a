import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { firstSectionId, type SectionId, settingsSections } from './sections.ts';

const isSection = (id: string): id is SectionId =>
  settingsSections.some((section) => section.id === id);

/** Events by which the person scrolls, as opposed to scrolling by a script. */
const scrollEvents = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Calls `onChange` with the section at a third of the window's height. A chosen section stays current until the person
 * scrolls, because the last sections cannot be scrolled up to that height.
 */
function useSectionInView(onChange: (id: SectionId) => void) {
  const pinned = useRef(false);
  useEffect(() => {
    const release = () => {
      pinned.current = false;
    };
    for (const name of scrollEvents) window.addEventListener(name, release, { passive: true });
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting && !pinned.current && isSection(target.id)) onChange(target.id);
      },
      { rootMargin: '-30% 0px -70% 0px' },
    );
    for (const { id } of settingsSections) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => {
      observer.disconnect();
      for (const name of scrollEvents) window.removeEventListener(name, release);
    };
  }, [onChange]);
  return pinned;
}

/** Scrolls to the section in the URL's hash, again whenever the page's height changes, until the person scrolls. */
function useScrollToSection(sectionId: string) {
  const initial = useRef(sectionId);
  useEffect(() => {
    const section = isSection(initial.current) && document.getElementById(initial.current);
    if (!section) return;
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    const events = [...scrollEvents, 'pointerdown'] as const;
    for (const name of events) window.addEventListener(name, stop, { passive: true });
    return () => {
      stop();
      for (const name of events) window.removeEventListener(name, stop);
    };
  }, []);
}

/** The current section of the navigation, and a function that scrolls to the first one. */
export function useCurrentSection() {
  const location = useLocation();
  const navigate = useNavigate();
  const sectionInUrl = location.hash.slice(1);
  const [current, setCurrent] = useState<SectionId>(
    isSection(sectionInUrl) ? sectionInUrl : firstSectionId,
  );
  const pinned = useSectionInView(setCurrent);
  useScrollToSection(sectionInUrl);
  const choose = useCallback(
    (id: SectionId) => {
      pinned.current = true;
      setCurrent(id);
    },
    [pinned],
  );
  useEffect(() => {
    if (isSection(sectionInUrl)) choose(sectionInUrl);
  }, [sectionInUrl, choose]);
  const backToFirst = useCallback(() => {
    const { pathname, search, state } = location;
    void navigate({ pathname, search }, { replace: true, state });
    choose(firstSectionId);
  }, [location, navigate, choose]);
  return { current, choose, backToFirst };
}
