import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { firstSection, type SectionId, sections } from './sections.ts';

const isSection = (id: string): id is SectionId => sections.some((section) => section.id === id);

/** The section that a reader is at: the one crossing a line a third of the way down the window. */
function useSectionInView(onChange: (id: SectionId) => void) {
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting && isSection(target.id)) onChange(target.id);
      },
      { rootMargin: '-30% 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [onChange]);
}

/** Which section is current, and the way back to the first one. */
export function useSection() {
  const location = useLocation();
  const navigate = useNavigate();
  const named = location.hash.slice(1);
  const [current, setCurrent] = useState<SectionId>(isSection(named) ? named : firstSection);
  useSectionInView(setCurrent);
  // After the observer: a section near the end of the page never reaches its line.
  useEffect(() => {
    if (isSection(named)) setCurrent(named);
  }, [named]);
  const backToFirst = useCallback(() => {
    const { pathname, search, state } = location;
    void navigate({ pathname, search }, { replace: true, state });
    setCurrent(firstSection);
  }, [location, navigate]);
  return { current, choose: setCurrent, backToFirst };
}
