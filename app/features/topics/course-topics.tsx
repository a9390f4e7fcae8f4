import { getCourseLevel, getCourseName, type Course } from '../curriculum/courses.ts'

/** The courses that a code or title was understood as. */
export function CourseHeading({ courses }: { courses: readonly Course[] }) {
  return (
    <div id="course">
      {courses.map((course) => (
        <h2 key={`${course.programme} ${getCourseName(course)}`} className="h3">
          Topics for {getCourseName(course)} <span className="soft">({getCourseLevel(course)})</span>
        </h2>
      ))}
      <p className="small soft">Course codes differ between universities, so compare the title with yours.</p>
    </div>
  )
}
