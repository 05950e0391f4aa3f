! Capacitance of the unit square plate by the method of moments, solved with HG_PDGESV. The same program as
! capacitance_cpp.cpp.
!
!   mpiexec -n P capacitance_fortran [--uniform | --cycle-times T,T,... | --plan FILE] [M ...]
!
! The plate is cut into M x M square patches with a constant charge density on each. At the centre i of every
! patch the potential of all charges has to be 1:
!     sum_j a_ij s_j = 1,   a_ij = integral over patch j of dA / |r - r_i|,
! s_j being the charge density of patch j divided by 4 pi eps0. The sum of s_j times the area of a patch is
! the capacitance in units of 4 pi eps0 times the side; its literature value is 0.3667892. The charge piles up
! at the rim, which is why the error falls only like 1/M. The matrix is dense and of order M*M; every process
! generates its part.
!
! --uniform lays it out as ScaLAPACK does; --cycle-times tells how long each process takes for the same work;
! --plan reads what `hetgrid plan --json' wrote. Without any of them the processes are measured.
program capacitance
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: literature = 0.3667892_dp
  integer :: me, nprocs, ictxt, nprow, npcol, myrow, mycol, info, i
  integer, allocatable :: sizes(:)
  real(dp) :: value, seconds
  include 'hetgrid.fh'

  call blacs_pinfo(me, nprocs)
  call blacs_get(-1, 0, ictxt)
  call set_up(info)
  if (info /= 0) then
    if (me == 0) print '(a, i0)', 'capacitance: no process grid, INFO = ', info
    call give_up()
  end if
  call blacs_gridinfo(ictxt, nprow, npcol, myrow, mycol)

  if (myrow >= 0) then
    if (myrow == 0 .and. mycol == 0) print '(a, i0, a, i0)', 'grid ', nprow, ' x ', npcol
    if (myrow == 0 .and. mycol == 0) print '(a)', ' patches  capacitance       error   seconds'
    do i = 1, size(sizes)
      call solve(sizes(i), value, seconds, info)
      if (info /= 0) then
        if (myrow == 0 .and. mycol == 0) print '(a, i0)', 'capacitance: HG_PDGESV: INFO = ', info
        call give_up()
      end if
      if (myrow == 0 .and. mycol == 0) &
        print '(i8, f13.8, es12.3, f10.4)', sizes(i)**2, value, value - literature, seconds
    end do
    call hg_gridexit(ictxt)
  end if
  call blacs_exit(0)

contains

  ! On every process. One that stops takes the others with it: not before the message is out.
  subroutine give_up()
    flush (6)
    call blacs_exit(0)
    stop 1
  end subroutine give_up

  ! Reads the command line into sizes and makes the grid. The planner chooses its shape.
  subroutine set_up(info)
    integer, intent(out) :: info
    character(1024) :: word, file
    real(dp) :: t(nprocs)
    integer :: k, m, status
    logical :: measure

    measure = .true.
    file = ' '
    sizes = [integer ::]
    k = 1
    do while (k <= command_argument_count())
      call get_command_argument(k, word)
      status = 0
      select case (word)
      case ('--uniform')
        t = 1
        measure = .false.
      case ('--cycle-times')
        k = k + 1
        call get_command_argument(k, word)
        if (count(transfer(word, 'a', len(word)) == ',') /= nprocs - 1) status = 1
        if (status == 0) read (word, *, iostat=status) t
        measure = .false.
      case ('--plan')
        k = k + 1
        call get_command_argument(k, file)
      case default
        read (word, *, iostat=status) m
        if (status == 0) sizes = [sizes, m]
      end select
      if (status /= 0 .or. any(sizes < 1)) then
        if (me == 0) print '(2a)', 'capacitance: expected options, patches along a side, and a cycle-time ', &
          'for every process'
        call give_up()
      end if
      k = k + 1
    end do
    if (size(sizes) == 0) sizes = [8, 16, 32]

    info = 0
    if (file /= ' ') then
      call hg_gridinit_plan(ictxt, file, len_trim(file), info)
      return
    end if
    if (measure) call hg_probe(ictxt, 64, t, info)
    if (info == 0) call hg_gridinit(ictxt, 'Row-major', 0, 0, t, info)
  end subroutine set_up

  ! The capacitance from m x m patches, and the seconds that solving the system takes.
  subroutine solve(m, value, seconds, info)
    integer, intent(in) :: m
    real(dp), intent(out) :: value, seconds
    integer, intent(out) :: info
    integer :: n, nb, rows, cols, rhs, desca(9), descb(9), i, j, gi, gj
    integer(selected_int_kind(18)) :: start, finish, rate
    integer, allocatable :: ipiv(:)
    real(dp), allocatable :: a(:,:), b(:,:), table(:,:)

    n = m * m
    ! Small systems in small blocks, that there be some for every process.
    nb = max(1, min(64, n / 16))
    rows = hg_numroc(n, nb, myrow, 0, nprow, ictxt, 'R')
    cols = hg_numroc(n, nb, mycol, 0, npcol, ictxt, 'C')
    rhs = hg_numroc(1, nb, mycol, 0, npcol, ictxt, 'C')
    call hg_descinit(desca, n, n, nb, nb, 0, 0, ictxt, max(1, rows), info)
    call hg_descinit(descb, n, 1, nb, nb, 0, 0, ictxt, max(1, rows), info)
    allocate(a(max(1, rows), cols), b(max(1, rows), rhs), ipiv(rows + nb), table(0:m-1, 0:m-1))

    ! a_ij depends on how far apart the patches are in both directions, and on nothing else.
    do j = 0, m - 1
      do i = 0, m - 1
        table(i, j) = potential(dble(i) / m, dble(j) / m, 1d0 / m)
      end do
    end do
    do j = 1, cols
      gj = hg_indxl2g(j, nb, mycol, 0, npcol, ictxt, 'C') - 1
      do i = 1, rows
        gi = hg_indxl2g(i, nb, myrow, 0, nprow, ictxt, 'R') - 1
        a(i, j) = table(abs(mod(gi, m) - mod(gj, m)), abs(gi / m - gj / m))
      end do
    end do
    b = 1

    call blacs_barrier(ictxt, 'All')
    call system_clock(start, rate)
    call hg_pdgesv(n, 1, a, 1, 1, desca, ipiv, b, 1, 1, descb, info)
    call blacs_barrier(ictxt, 'All')
    call system_clock(finish)
    seconds = dble(finish - start) / rate

    value = sum(b(1:rows, :)) / n
    call dgsum2d(ictxt, 'All', ' ', 1, 1, value, 1, -1, -1)
  end subroutine solve

  ! Integral of 1 / sqrt(u^2 + v^2) over the square of side h around (x, y), whose boundary avoids both axes.
  pure real(dp) function potential(x, y, h)
    real(dp), intent(in) :: x, y, h
    real(dp) :: left, right, lower, upper
    left = x - h / 2
    right = x + h / 2
    lower = y - h / 2
    upper = y + h / 2
    potential = antiderivative(right, upper) - antiderivative(left, upper) &
      - antiderivative(right, lower) + antiderivative(left, lower)
  end function potential

  ! Its derivative by x and y is 1 / sqrt(x^2 + y^2).
  pure real(dp) function antiderivative(x, y)
    real(dp), intent(in) :: x, y
    antiderivative = x * asinh(y / abs(x)) + y * asinh(x / abs(y))
  end function antiderivative

end program capacitance
